package dev.muster.core.scheduler.task;

import static dev.muster.core.fake.Jobs.S;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A task that a node has shed is not placed there before the node reports again. */
final class ShedTasksTest {

  private long reportedNs = Long.MIN_VALUE;
  private final ShedTasks shed = new ShedTasks(node -> node == 4 ? reportedNs : Long.MIN_VALUE);

  @Test
  void theTaskIsBarredFromThatNodeUntilItsNextReport() {
    assertThat(shed.isEmpty()).isTrue();
    shed.add(5 * S, 7, 4);
    assertThat(shed.contains(5 * S, 7, 4)).isTrue();
    assertThat(shed.contains(5 * S, 7, 3)).as("elsewhere").isFalse();
    assertThat(shed.contains(5 * S, 6, 4)).as("others").isFalse();
    reportedNs = 5 * S;
    assertThat(shed.contains(6 * S, 7, 4)).as("no later than the return").isTrue();
    reportedNs = 5 * S + 1;
    assertThat(shed.contains(6 * S, 7, 4)).isFalse();
    shed.add(7 * S, 7, 4);
    assertThat(shed.contains(7 * S, 7, 4)).as("shed once more").isTrue();
  }

  @Test
  void aNodeThatSaysNothingForLongMayBeTriedAgain() {
    shed.add(S, 7, 4);
    shed.add(2 * S, 7, 4);
    assertThat(shed.contains(S + ShedTasks.SILENT_NS, 7, 4)).as("since the latest").isTrue();
    assertThat(shed.contains(2 * S + ShedTasks.SILENT_NS, 7, 4)).isFalse();
    assertThat(shed.isEmpty()).isTrue();
  }

  @Test
  void theOldestAreForgottenWhereThereAreTooMany() {
    for (int task = 0; task <= ShedTasks.MAX_SHED; task++) {
      shed.add(S, task, 4);
    }
    assertThat(shed.contains(S, 0, 4)).isFalse();
    assertThat(shed.contains(S, 1, 4)).isTrue();
    assertThat(shed.contains(S, ShedTasks.MAX_SHED, 4)).isTrue();
  }
}
