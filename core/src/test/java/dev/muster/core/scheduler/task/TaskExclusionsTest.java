package dev.muster.core.scheduler.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.scheduler.task.TaskExclusions.ExcludedNode;
import dev.muster.model.RunResult;
import org.junit.jupiter.api.Test;

final class TaskExclusionsTest {

  private static final int TASK = 7;
  private static final RunResult FAILED = RunResult.failed(1, "no");

  private final TaskExclusions exclusions = new TaskExclusions();

  private void failOn(int... nodes) {
    for (int node : nodes) {
      exclusions.add(0, TASK, node, FAILED);
    }
  }

  @Test
  void ofManyNodesTheOldestIsForgotten() {
    failOn(0, 1, 2, 3, 4);

    assertThat(exclusions.of(TASK)).extracting(ExcludedNode::node).containsExactly(1, 2, 3, 4);
  }

  @Test
  void aNodeOnWhichTheTaskFailsAgainIsTheNewest() {
    failOn(0, 1, 2, 3, 0, 4);

    assertThat(exclusions.of(TASK)).extracting(ExcludedNode::node).containsExactly(2, 3, 0, 4);
  }

  @Test
  void aNodeIsExcludedForOneTaskAndForAWhile() {
    failOn(3);

    assertThat(exclusions.contains(TaskExclusions.EXCLUDED_NS - 1, TASK, 3)).isTrue();
    assertThat(exclusions.contains(TaskExclusions.EXCLUDED_NS, TASK, 3)).isFalse();
    assertThat(exclusions.contains(0, TASK, 2)).isFalse();
    assertThat(exclusions.contains(0, TASK + 1, 3)).isFalse();
  }
}
