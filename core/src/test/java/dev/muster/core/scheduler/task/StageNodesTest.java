package dev.muster.core.scheduler.task;

import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.Where;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which task is next on a node, of two tasks and two nodes, where the first failed on node 0. */
final class StageNodesTest {

  private static final long NOW = 5;

  private final CellNodes nodes = new CellNodes();
  private final TaskTable tasks = new TaskTable(2, 9, 0, new Lifecycle<>(TaskState.class));

  private StageNodes of(StageSpec spec) {
    nodes.see(new View(1, List.of(new Machine(0, size(4, 4)), new Machine(1, size(4, 4)))));
    var stage = new StageNodes(nodes, spec, tasks, _ -> Long.MIN_VALUE);
    stage.exclusions().add(NOW, 0, 0, RunResult.failed(1, "no"));
    return stage;
  }

  @Test
  void aTaskThatFailedThereIsPassedOver() {
    assertThat(of(stage("work", 2)).nextOn(NOW, 0)).isEqualTo(1);
    assertThat(tasks.waiting()).isEqualTo(2);
    assertThat(tasks.order().takeNext()).as("and is next elsewhere").isZero();
  }

  @Test
  void whereNoOtherTaskWaitsTheTaskIsTriedThereAgain() {
    tasks.start(tasks.order().takeNext());
    tasks.start(tasks.order().takeNext());
    tasks.fail(0);

    assertThat(of(stage("work", 2)).nextOn(NOW, 0)).isZero();
  }

  @Test
  void ofTasksWithPreferencesTheFirstIsMeantAndNobodyBehindIt() {
    var own = Where.ANYWHERE.withPrefer(List.of(List.of(0, 1), List.of(1)), Where.FIRM);

    assertThat(of(stage("work", 2).withWhere(own)).nextOn(NOW, 0)).isZero();
  }

  @Test
  void aNodeThatAsksGetsATaskThatMayBeTriedThereOrNone() {
    var stage = of(stage("work", 2));
    assertThat(stage.nextAllowed(NOW, 0)).isEqualTo(1);
    tasks.start(1);

    assertThat(stage.nextAllowed(NOW, 0)).isEqualTo(TaskOrder.NONE);
    assertThat(stage.nextAllowed(NOW, 1)).isZero();
  }

  @Test
  void afterTheTimeOfItsExclusionTheNodeWillDo() {
    var stage = of(stage("work", 2));

    assertThat(stage.isBarred(NOW + TaskExclusions.EXCLUDED_NS - 1, 0, 0)).isTrue();
    assertThat(stage.isBarred(NOW + TaskExclusions.EXCLUDED_NS, 0, 0)).isFalse();
  }

  @Test
  void whereTheOtherNodeIsGoneTooSmallOrBadTheNodeWillDo() {
    var large = of(stage("work", 2, size(4, 4)));
    assertThat(large.isBarred(NOW, 0, 0)).isTrue();
    nodes.see(new View(2, List.of(new Machine(0, size(4, 4)), new Machine(1, size(3, 4)))));
    assertThat(large.isBarred(NOW, 0, 0)).as("too small").isFalse();

    var small = of(stage("work", 2));
    nodes.see(new View(3, List.of(new Machine(0, size(4, 4)))));
    assertThat(small.isBarred(NOW, 0, 0)).as("gone").isFalse();
    var excluded = of(stage("work", 2));
    excluded.exclusions().add(NOW, 0, 1, RunResult.failed(1, "no"));
    assertThat(excluded.isBarred(NOW, 0, 0)).as("bad as well").isFalse();
  }
}
