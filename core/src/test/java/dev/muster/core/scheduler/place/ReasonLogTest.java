package dev.muster.core.scheduler.place;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Explanation;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReasonLogTest {

  private static Explanation because(int task) {
    return Explanation.of("policy", "because of " + task, List.of());
  }

  @Test
  void theTaskThatWasPlacedFirstIsForgottenFirst() {
    var log = new ReasonLog();
    for (int task = 0; task < ReasonLog.MAX_TASKS; task++) {
      log.put(7, task, because(task));
    }
    log.put(7, 0, because(-1));
    log.put(7, ReasonLog.MAX_TASKS, because(ReasonLog.MAX_TASKS));

    assertThat(log.find(7, 1)).isNull();
    assertThat(log.find(8, 0)).isNull();
    assertThat(log.find(7, 0)).isEqualTo(because(-1));
    assertThat(log.find(7, 2)).isEqualTo(because(2));
    assertThat(log.find(7, ReasonLog.MAX_TASKS)).isEqualTo(because(ReasonLog.MAX_TASKS));
  }
}
