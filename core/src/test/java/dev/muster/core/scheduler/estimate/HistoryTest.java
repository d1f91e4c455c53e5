package dev.muster.core.scheduler.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Usage;
import org.junit.jupiter.api.Test;

final class HistoryTest {

  private final History history = new History();

  @Test
  void theNextRunKnowsHowLongTheLastOneTook() {
    var first = new StageEstimates(0, 1_000);
    first.meet(history.of("sort", "map"));
    assertThat(first.ns()).as("nobody knows").isZero();
    first.note(10, 0, Usage.NONE);
    first.note(20, 0, Usage.NONE);

    var second = new StageEstimates(99, 1_000);
    second.meet(history.of("sort", "map"));
    assertThat(second.ns()).as("better than what somebody said").isEqualTo(15);
    second.note(40, 0, Usage.NONE);
    assertThat(second.ns()).as("its own tasks tell best").isEqualTo(40);
  }

  @Test
  void otherStagesAndOtherJobsSayNothing() {
    history.of("sort", "map").note(10);
    assertThat(history.of("sort", "reduce").ns()).isZero();
    assertThat(history.of("join", "map").ns()).isZero();
  }

  @Test
  void beforeTheFirstRunTheUserIsBelieved() {
    var times = new StageEstimates(99, 1_000);
    times.meet(history.of("sort", "map"));
    assertThat(times.ns()).isEqualTo(99);
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
    assertThat(history.of("often", "s").ns()).isEqualTo(1);
    assertThat(history.of("once", "s").ns()).isZero();
  }
}
