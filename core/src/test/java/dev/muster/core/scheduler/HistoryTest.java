package dev.muster.core.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class HistoryTest {

  private final History history = new History();

  @Test
  void theNextRunKnowsHowLongTheLastOneTook() {
    var first = new StageTimes(0);
    first.meet(history.of("sort", "map"));
    assertThat(first.meanNs()).as("nobody knows").isZero();
    first.note(10);
    first.note(20);

    var second = new StageTimes(99);
    second.meet(history.of("sort", "map"));
    assertThat(second.meanNs()).as("better than what somebody said").isEqualTo(15);
    second.note(40);
    assertThat(second.meanNs()).as("its own tasks tell best").isEqualTo(40);
  }

  @Test
  void otherStagesAndOtherJobsSayNothing() {
    history.of("sort", "map").note(10);
    assertThat(history.of("sort", "reduce").meanNs()).isZero();
    assertThat(history.of("join", "map").meanNs()).isZero();
  }

  @Test
  void beforeTheFirstRunTheUserIsBelieved() {
    var times = new StageTimes(99);
    times.meet(history.of("sort", "map"));
    assertThat(times.meanNs()).isEqualTo(99);
  }

  @Test
  void itForgetsWhatWasLongestNotAskedAbout() {
    history.of("often", "s").note(1);
    history.of("once", "s").note(1);
    for (int number = 2; number <= History.MAX_STAGES; number++) {
      history.of("often", "s");
      history.of("job-" + number, "s");
    }
    assertThat(history.size()).isEqualTo(History.MAX_STAGES);
    assertThat(history.of("often", "s").meanNs()).isEqualTo(1);
    assertThat(history.of("once", "s").meanNs()).isZero();
  }
}
