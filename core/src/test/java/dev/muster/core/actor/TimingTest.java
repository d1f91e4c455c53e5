package dev.muster.core.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TimingTest {

  private static final Timing STANDARD = Timing.standard();

  @Test
  void patienceEndsInTheOrderThatTheActorsCountOn() {
    assertThat(STANDARD.repeatAfterNs()).isLessThan(STANDARD.confirmAfterNs());
    assertThat(STANDARD.maxConfirms())
        .as("a node is asked more than once before it is given up")
        .isGreaterThan(2);
    assertThat(STANDARD.maxGetTasks() * STANDARD.repeatAfterNs())
        .as("a node lets go of a reservation before its scheduler stops to know it")
        .isLessThan(STANDARD.confirmAfterNs() + STANDARD.maxConfirms() * STANDARD.beatNs());
  }

  @Test
  void firstBeatsFallIntoTheSecondHalfOfABeat() {
    for (int index = 0; index < 10_000; index++) {
      assertThat(STANDARD.firstBeatNs(5, index) - 5)
          .isBetween(STANDARD.beatNs() / 2, STANDARD.beatNs() - 1);
    }
  }

  @Test
  void firstBeatsAreSpread() {
    long distinct =
        IntStream.range(0, 1_000).mapToLong(i -> STANDARD.firstBeatNs(0, i)).distinct().count();

    assertThat(distinct).isEqualTo(1_000);
  }

  @Test
  void laterIsNeverBeforeAndNeverBeyondTheEndOfTime() {
    assertThat(Timing.later(5, 7)).isEqualTo(12);
    assertThat(Timing.later(-5, 7)).as("a clock may be wrong").isEqualTo(2);
    assertThat(Timing.later(-5, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE - 5);
    assertThat(Timing.later(5, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void seldomIsSoOftenAndNeverForDoubtsAndProgress() {
    var seldom = Timing.seldom(77);

    assertThat(seldom.beatNs()).isEqualTo(77);
    assertThat(seldom.repeatAfterNs()).isEqualTo(77);
    assertThat(seldom.confirmAfterNs()).isEqualTo(Long.MAX_VALUE);
    assertThat(seldom.progressEveryNs()).isZero();
    assertThat(seldom.viewDelayNs()).as("news are as quick").isEqualTo(STANDARD.viewDelayNs());
  }

  @Test
  void withoutProgressIsTheSameOtherwise() {
    var expected =
        new Timing(
            STANDARD.beatNs(),
            STANDARD.repeatAfterNs(),
            STANDARD.maxGetTasks(),
            STANDARD.confirmAfterNs(),
            STANDARD.maxConfirms(),
            STANDARD.killGraceNs(),
            0,
            STANDARD.viewDelayNs());

    assertThat(STANDARD.withoutProgress()).isEqualTo(expected);
  }
}
