package dev.muster.core.scheduler.job;

import static dev.muster.core.fake.Jobs.stage;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.Admission;
import dev.muster.model.Edge;
import dev.muster.model.Explanation;
import dev.muster.model.JobSpec;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** However many tasks wait: each takes few bytes, and no event has much to do with them. */
final class ReadyListTest {

  private static final int TOKENS = 100;

  // Bytes.

  private static JobSpec job(int stages, int tasks) {
    var all = new StageSpec[stages];
    Arrays.setAll(all, i -> stage("s" + i, tasks));
    return JobSpec.of("job", all).withTokens(TOKENS);
  }

  /** All that a job is made of, but for what its user sent and what it shares with others. */
  private static double bytes(ManagedJob job) {
    var lifecycles = job.lifecycles;
    return new Footprint()
        .without(job.manager().spec(), job.held, lifecycles, job.stage(0).placer())
        .without(lifecycles.jobs(), lifecycles.stages(), lifecycles.tasks())
        .without(job.manager().spec().stages().toArray())
        .of(job.manager());
  }

  @Test
  void aMillionTasksInHundredsOfStages() {
    var job = ManagedJob.of(job(300, 3_333));
    job.manager().graph().adjustOpen(0, job.out());
    assertThat(bytes(job) / job.manager().spec().tasks()).isLessThan(20);
  }

  @Test
  void aMillionTasksWithInputsOfTheirOwn() {
    int tasks = 500_000;
    var job =
        ManagedJob.of(
            JobSpec.of(
                "job",
                stage("a", tasks),
                stage("b", tasks).withEdges(List.of(Edge.oneToOne("a")))));
    for (int task = 0; task < tasks; task++) {
      var output = RunResult.SUCCESS.withOutput(1 + task % 1_000);
      job.manager().record(0, job.stage(0), task, task % 500, output, job.out());
    }
    assertThat(job.tasks(1).waiting()).isEqualTo(tasks);
    assertThat(bytes(job) / tasks).as("of both stages, outputs and all").isLessThan(60);
  }

  /** A stage costs more than its place in the ready list, whatever its size. */
  @Test
  void aHundredThousandStagesOfOneTask() {
    int stages = 100_000;
    var job = ManagedJob.of(job(stages, 1));
    job.manager().graph().adjustOpen(0, job.out());
    assertThat(job.tasks(stages - 1).waiting()).isEqualTo(1);

    assertThat(bytesOfReadyList(job) / stages).isLessThan(100);
    assertThat(bytes(job) / stages).as("with the stages").isLessThan(1_400);
  }

  /** The order of stages, and in each the order of tasks. */
  private static double bytesOfReadyList(ManagedJob job) {
    int stages = job.manager().spec().stages().size();
    var footprint = new Footprint().without(job.manager());
    for (int stage = 0; stage < stages; stage++) {
      footprint.without(job.stage(stage), job.stage(stage).tasks());
    }
    double bytes = footprint.of(job.manager().graph());
    for (int stage = 0; stage < stages; stage++) {
      bytes = footprint.of(job.stage(stage).tasks().order());
    }
    return bytes;
  }

  // Work.

  /** Places what may start, and counts what it is asked and told. */
  private static final class CountingPlacer implements Placer {

    private int adjusted;
    private int told;

    @Override
    public List<String> policies() {
      return List.of("counting");
    }

    @Override
    public Admission admission() {
      return Admission.QUEUED;
    }

    @Override
    public boolean on(long nowNs, PlacementEvent event, Effects out) {
      return false;
    }

    @Override
    public StagePlacer open(StageTasks tasks) {
      return new StagePlacer() {
        @Override
        public boolean adjust(long nowNs, Effects out) {
          adjusted++;
          while (tasks.wanted() > 0) {
            var next = requireNonNull(tasks.startNext(nowNs, 0, AttemptState.PLACED, 0));
            out.send(
                NodeEvent.at(0),
                new PlaceTask(SchedulerCell.SELF, next.id(), tasks.demand(), tasks.work(next)));
          }
          return true;
        }

        @Override
        public void waits(int task) {
          told++;
        }

        @Override
        public void leaves(int task) {
          told++;
        }

        @Override
        public Explanation explain(long nowNs, int task) {
          return Explanation.of("counting", "", List.of());
        }
      };
    }
  }

  @Test
  void nothingIsDoneForEachTaskOfAStageThatBecomesReady() {
    var placer = new CountingPlacer();
    var cell = new SchedulerCell(1, _ -> List.of(placer));
    var large = stage("large", 50_000).withAfter("first");
    var first =
        cell.plan(1, JobSpec.of("job", stage("first", 1), large).withTokens(TOKENS))
            .sent(PlaceTask.class)
            .getFirst();
    int adjusted = placer.adjusted;
    int told = placer.told;

    var ready = cell.finished(0, first.reservation(), first.work(), RunResult.SUCCESS);

    assertThat(ready.sent(PlaceTask.class)).hasSize(TOKENS);
    assertThat(placer.adjusted - adjusted).isLessThanOrEqualTo(4);
    assertThat(placer.told - told).as("of those that were started").isLessThanOrEqualTo(TOKENS);
  }
}
