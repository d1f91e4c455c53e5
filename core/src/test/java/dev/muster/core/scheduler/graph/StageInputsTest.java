package dev.muster.core.scheduler.graph;

import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.scheduler.job.ManagedJob;
import dev.muster.core.scheduler.place.TaskInputs;
import dev.muster.model.Edge;
import dev.muster.model.ExternalInput;
import dev.muster.model.JobSpec;
import dev.muster.model.OutputPlaces;
import dev.muster.model.OutputPlaces.StagePlaces;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.TaskSet;
import dev.muster.model.TaskSet.StageBits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where what tasks read lies, and that those that read most go first. */
final class StageInputsTest {

  private static final RunResult OUTPUT = RunResult.SUCCESS;

  private static String text(TaskInputs inputs) {
    var text = new ArrayList<String>();
    for (int i = 0; i < inputs.count(); i++) {
      var holders = new ArrayList<Integer>();
      for (int j = 0; j < inputs.holders(i); j++) {
        holders.add(inputs.holder(i, j));
      }
      text.add(inputs.bytes(i) + " on " + holders);
    }
    return String.join(", ", text);
  }

  private static ManagedJob job(StageSpec... stages) {
    return ManagedJob.of(JobSpec.of("job", stages));
  }

  private static void succeed(ManagedJob job, int stage, int task, int node, long bytes) {
    job.manager().record(0, job.stage(stage), task, node, OUTPUT.withOutput(bytes), job.out());
  }

  @Test
  void aTaskWithoutInputsReadsNothing() {
    var inputs = job(stage("a", 2)).tasks(0).inputs(1);
    assertThat(inputs.count()).isZero();
    assertThat(inputs.totalBytes()).isZero();
  }

  @Test
  void inputsFromOutsideTheJobAreReadByAllTasksOrByOne() {
    var job =
        job(
            stage("a", 3)
                .withInputs(
                    ExternalInput.of(100, 3, 7),
                    ExternalInput.of(50, 1).ofTask(2),
                    ExternalInput.of(20).ofTask(0)));
    assertThat(text(job.tasks(0).inputs(0))).isEqualTo("20 on [], 100 on [3, 7]");
    assertThat(text(job.tasks(0).inputs(1))).isEqualTo("100 on [3, 7]");
    assertThat(text(job.tasks(0).inputs(2))).isEqualTo("50 on [1], 100 on [3, 7]");
    assertThat(job.tasks(0).inputs(2).totalBytes()).isEqualTo(150);
  }

  @Test
  void outputsThatAllTasksReadAreSummedByNodeTheLargestFirst() {
    var job = job(stage("a", 4), stage("b", 2).withAfter("a"));
    succeed(job, 0, 0, 5, 10);
    succeed(job, 0, 1, 6, 100);
    succeed(job, 0, 2, 5, 20);
    job.manager().record(0, job.stage(0), 3, 8, OUTPUT.withOutput(7).withSharedOutput(), job.out());

    assertThat(text(job.tasks(1).inputs(0))).isEqualTo("100 on [6], 30 on [5], 7 on []");
    assertThat(job.tasks(1).inputs(1)).as("one object for all").isSameAs(job.tasks(1).inputs(0));
  }

  @Test
  void manyNodesAreTheLargestAndARestThatIsFarFromAll() {
    int nodes = StageInputs.MAX_NODES + 10;
    var job = job(stage("a", nodes), stage("b", 1).withAfter("a"));
    for (int task = 0; task < nodes; task++) {
      succeed(job, 0, task, task, 1_000 + task);
    }
    var inputs = job.tasks(1).inputs(0);
    assertThat(inputs.count()).isEqualTo(StageInputs.MAX_NODES + 1);
    assertThat(inputs.holder(0, 0)).isEqualTo(nodes - 1);
    assertThat(inputs.holders(StageInputs.MAX_NODES)).isZero();
    assertThat(inputs.bytes(StageInputs.MAX_NODES)).isEqualTo(10 * 1_000 + 45);
  }

  @Test
  void aTaskOfAOneToOneEdgeReadsTheOutputOfItsIndex() {
    var job = job(stage("a", 2), stage("b", 2).withEdges(List.of(Edge.oneToOne("a"))));
    succeed(job, 0, 1, 6, 100);
    assertThat(text(job.tasks(1).inputs(1))).isEqualTo("100 on [6]");
    assertThat(job.tasks(1).inputs(0).count()).isZero();
  }

  @Test
  void anOutputThatIsMadeAgainElsewhereIsReadThere() {
    var job = job(stage("a", 1), stage("b", 1).withAfter("a"));
    succeed(job, 0, 0, 5, 10);
    assertThat(text(job.tasks(1).inputs(0))).isEqualTo("10 on [5]");
    job.manager().outputs().lose(0, 0);
    job.manager().reopen(job.stage(0), 0);
    succeed(job, 0, 0, 9, 12);
    assertThat(text(job.tasks(1).inputs(0))).isEqualTo("12 on [9]");
  }

  /** The record of the master has places without sizes. */
  @Test
  void afterATakeoverUnknownSizesAreTheMeanOfTheKnownOnes() {
    var spec = JobSpec.of("job", stage("a", 4), stage("b", 1).withAfter("a"));
    var places = new StagePlaces(0, List.of(5, 6, OutputPlaces.NOWHERE));
    var job =
        ManagedJob.of(
            new AssignJob(
                7,
                spec,
                ClientEvent.at(0),
                0,
                2,
                true,
                new TaskSet(List.of(new StageBits(0, List.of(3L)))),
                0,
                List.of(places)));
    job.manager().run();
    succeed(job, 0, 2, 7, 10);
    succeed(job, 0, 3, 7, 30);
    assertThat(text(job.tasks(1).inputs(0))).isEqualTo("40 on [7], 20 on [5], 20 on [6]");
  }

  // The order of waiting tasks.

  private static List<Integer> order(ManagedJob job, int stage) {
    List<Integer> order = new ArrayList<>();
    for (var next = job.take(stage); next != null; next = job.take(stage)) {
      order.add(next.task());
    }
    return order;
  }

  @Test
  void theTaskWithTheLargestInputOfItsOwnGoesFirst() {
    var inputs = new ArrayList<ExternalInput>();
    for (int task : new int[] {1, 3}) {
      inputs.add(ExternalInput.of(1_000L * task).ofTask(task));
    }
    inputs.add(ExternalInput.of(1 << 30));
    assertThat(order(job(stage("a", 5).withInputs(inputs)), 0)).containsExactly(3, 1, 0, 2, 4);
  }

  @Test
  void tasksThatReadAsMuchGoByTheirIndex() {
    var inputs = Collections.singletonList(ExternalInput.of(100));
    assertThat(order(job(stage("a", 3).withInputs(inputs)), 0)).containsExactly(0, 1, 2);
  }

  @Test
  void ofTasksWhoseInputsHaveComeTheLargestGoesFirst() {
    var job = job(stage("a", 4), stage("b", 4).withEdges(List.of(Edge.oneToOne("a"))));
    succeed(job, 0, 2, 5, 10);
    succeed(job, 0, 0, 5, 1_000);
    succeed(job, 0, 3, 5, 10);
    assertThat(order(job, 1)).containsExactly(0, 2, 3);
    succeed(job, 0, 1, 5, 1);
    assertThat(order(job, 1)).containsExactly(1);
  }

  @Test
  void aTaskThatWaitsAgainGoesBeforeAllOthers() {
    var job =
        job(
            stage("a", 3)
                .withRetries(1)
                .withInputs(ExternalInput.of(9).ofTask(0), ExternalInput.of(99).ofTask(1)));
    var first = job.start(0);
    var second = job.start(0);
    assertThat(List.of(first.task(), second.task())).containsExactly(1, 0);
    job.end(second, RunResult.failed(1, ""));
    assertThat(order(job, 0)).containsExactly(0, 2);
  }
}
