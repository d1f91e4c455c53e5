package dev.muster.core.scheduler.job;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.Notice.TaskExplained;
import dev.muster.core.event.SchedulerEvent.ExplainTask;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.model.Edge;
import dev.muster.model.Explanation;
import dev.muster.model.Explanation.TaskWait;
import dev.muster.model.JobSpec;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What tasks that wait are behind, and when they are expected to start. */
final class TaskWaitsTest {

  private final SchedulerCell cell = new SchedulerCell(4);

  private Explanation ask(int stage, int task) {
    var out = cell.scheduler.tell(new ExplainTask(1, stage, task));
    return ((TaskExplained) out.published().getFirst()).why();
  }

  private void run(List<Long> reservations, int tasks) {
    reservations.subList(0, tasks).forEach(cell::assigned);
  }

  @Test
  void aTaskWithoutATokenSaysWhoHasThemAndHowManyGoFirst() {
    var map = stage("map", 6).withEstimate(10 * S);
    run(cell.reserved(1, JobSpec.of("job", map).withTokens(2)), 2);
    // 4 wait; the last of them goes when 3 others have, two at a time: after the second turn.
    assertThat(ask(0, 5).waiting())
        .isEqualTo(new TaskWait("all 2 tokens are taken: 2 by map", 3, 20 * S));
  }

  @Test
  void stagesWithALongerWayToTheEndGoFirstWhereTokensAreShared() {
    var last = stage("last", 3).withEstimate(S);
    var slow = stage("slow", 5).withEstimate(100 * S);
    run(cell.reserved(1, JobSpec.of("job", last, slow).withTokens(1)), 1);
    assertThat(ask(0, 0).waiting())
        .isEqualTo(new TaskWait("all 1 tokens are taken: 1 by slow", 2 + 4, 7 * S));
    assertThat(ask(1, 4).waiting())
        .isEqualTo(new TaskWait("all 1 tokens are taken: 1 by slow", 3, 400 * S));
  }

  @Test
  void aTaskThatTakesMoreTokensThanAreLeftSaysSo() {
    var small = stage("small", 1);
    var large = stage("large", 1, size(3, 1));
    run(cell.reserved(1, JobSpec.of("job", small, large).withTokens(3)), 1);
    assertThat(ask(1, 0).waiting())
        .returns("it takes 3 tokens, left are 2 of 3: 1 by small", TaskWait::holders);
  }

  @Test
  void withoutTokensTheTasksOfItsStageThatEndMakeWay() {
    var ids = cell.reserved(1, JobSpec.of("job", stage("a", 5).withEstimate(3 * S)));
    run(ids, 2);
    assertThat(ask(0, 4).waiting()).isEqualTo(new TaskWait("", 2, 2 * 3 * S));
  }

  @Test
  void whereNothingRunsOrNothingIsKnownTheStartIsUnknown() {
    var ids = cell.reserved(1, JobSpec.of("job", stage("a", 2)));
    assertThat(ask(0, 1).waiting()).isEqualTo(new TaskWait("", 1, TaskWait.UNKNOWN));
    run(ids, 1);
    assertThat(ask(0, 1).waiting()).isEqualTo(new TaskWait("", 0, TaskWait.UNKNOWN));
  }

  @Test
  void aStageIsBehindWhatIsLeftOfThoseBeforeIt() {
    var map = stage("map", 5).withEstimate(4 * S);
    var ids = cell.reserved(1, JobSpec.of("job", map, stage("sum", 1).withAfter("map")));
    var work = cell.assigned(ids.getFirst());
    assertThat(ask(1, 0).waiting()).as("5 left, one at a time").isEqualTo(inputs(5, 20 * S));
    cell.finished(ids.getFirst(), work, RunResult.SUCCESS);
    assertThat(ask(1, 0).summary()).isEqualTo("waits for map (1 of 5 tasks done)");
    assertThat(ask(1, 0).waiting()).as("none runs").isEqualTo(inputs(4, TaskWait.UNKNOWN));
  }

  @Test
  void theLatestInputCounts() {
    var a = stage("a", 1).withEstimate(4 * S);
    var b = stage("b", 1).withEstimate(9 * S);
    var c = stage("c", 1).withAfter("a", "b");
    var ids = cell.reserved(1, JobSpec.of("job", a, b, c));
    cell.assigned(ids.getFirst());
    assertThat(ask(2, 0).waiting()).as("b does not run").isEqualTo(inputs(2, TaskWait.UNKNOWN));
    cell.assigned(ids.getLast());
    assertThat(ask(2, 0).waiting()).isEqualTo(inputs(2, 9 * S));
  }

  @Test
  void aTaskIsBehindTheOneOfItsOwnIndex() {
    var map = stage("map", 3).withEstimate(4 * S);
    var next = stage("next", 3).withEdges(List.of(Edge.oneToOne("map")));
    var ids = cell.reserved(1, JobSpec.of("job", map, next));
    int task = cell.assigned(ids.getFirst()).index();
    assertThat(ask(1, task).summary()).isEqualTo("waits for map[" + task + "]");
    assertThat(ask(1, task).waiting()).isEqualTo(inputs(1, 4 * S));
    assertThat(ask(1, 2 - task).waiting()).isEqualTo(inputs(1, TaskWait.UNKNOWN));
  }

  @Test
  void fewInputsAreNamed() {
    var before = new StageSpec[TaskWaits.MAX_NAMED + 3];
    var names = new String[TaskWaits.MAX_NAMED + 2];
    for (int i = 0; i < names.length; i++) {
      names[i] = "s" + i;
      before[i] = stage(names[i], 1);
    }
    before[names.length] = stage("last", 1).withAfter(names);
    cell.plan(1, JobSpec.of("job", before));
    assertThat(ask(names.length, 0).summary())
        .startsWith("waits for s0 (0 of 1 tasks done), s1 (")
        .endsWith("s3 (0 of 1 tasks done) and 2 more");
  }

  private static TaskWait inputs(long ahead, long startNs) {
    return new TaskWait("", ahead, startNs);
  }

  @Test
  void aTaskThatRunsOrIsDoneWaitsForNothing() {
    var ids = cell.reserved(1, JobSpec.of("job", stage("a", 2)));
    var work = cell.assigned(ids.getFirst());
    assertThat(ask(0, work.index()).waiting()).isNull();
    cell.finished(ids.getFirst(), work, RunResult.SUCCESS);
    assertThat(ask(0, work.index()).waiting()).isNull();
  }
}
