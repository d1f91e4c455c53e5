package dev.muster.core.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TaskTimeTest {

  private static final long YEAR_NS = 365L * 24 * 3_600 * 1_000_000_000;

  private final TaskTime time = new TaskTime();

  private void note(int tasks, long ns) {
    for (int task = 0; task < tasks; task++) {
      time.note(ns);
    }
  }

  @Test
  void theFirstTasksCountAlike() {
    assertThat(time.meanNs()).isZero();
    time.note(10);
    assertThat(time.meanNs()).isEqualTo(10);
    time.note(20);
    time.note(60);
    assertThat(time.meanNs()).isEqualTo(30);
  }

  @Test
  void aThousandYearsOfTasksAreNotTooMuch() {
    note(1_000, YEAR_NS);
    assertThat(time.meanNs()).isEqualTo(YEAR_NS);
  }

  @Test
  void whatWasLongAgoIsForgotten() {
    note(100 * TaskTime.WINDOW, 1_000);
    note(TaskTime.WINDOW, 9_000);
    assertThat(time.meanNs()).as("most of it").isBetween(5_000L, 8_000L);
    note(10 * TaskTime.WINDOW, 9_000);
    assertThat(time.meanNs()).as("all of it").isBetween(8_999L, 9_000L);
  }
}
