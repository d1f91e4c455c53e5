package dev.muster.core.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TimingTest {

  private static final Timing STANDARD = Timing.standard();

  @Test
  void patienceEndsInTheOrderThatTheActorsCountOn() {
    assertThat(STANDARD.repeatAfterNs()).isLessThan(STANDARD.confirmAfterNs());
    var liveness = STANDARD.liveness();
    assertThat(STANDARD.beatNs() * 3)
        .as("a node is not suspect because a report or two were lost")
        .isLessThan(liveness.suspectAfterNs());
    assertThat(liveness.suspectAfterNs())
        .as("a dead node is noticed within ten seconds")
        .isLessThan(10_000_000_000L - 2 * STANDARD.beatNs());
    assertThat(liveness.suspectAfterNs() + 2 * STANDARD.beatNs())
        .as("whoever is suspect has time to report")
        .isLessThan(liveness.deadAfterNs());
    assertThat(STANDARD.maxGetTasks() * STANDARD.repeatAfterNs())
        .as("a node lets go of a reservation before its scheduler stops to know it")
        .isLessThan(liveness.deadAfterNs());
  }

  @ParameterizedTest
  @CsvSource({"0, 5", "-1, 5", "5, 4"})
  void nobodyIsDeadBeforeBeingSuspect(long suspectNs, long deadNs) {
    assertThatThrownBy(() -> new Timing.Liveness(suspectNs, deadNs))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"0, 5", "5, 0", "-1, 5"})
  void reportsHaveAnInterval(long loadEveryNs, long attemptsEveryNs) {
    assertThatThrownBy(() -> new Timing.Reports(loadEveryNs, attemptsEveryNs))
        .isInstanceOf(IllegalArgumentException.class);
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
    assertThat(seldom.liveness()).isEqualTo(Timing.Liveness.FOREVER);
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
            STANDARD.killGraceNs(),
            0,
            STANDARD.viewDelayNs(),
            STANDARD.liveness(),
            STANDARD.reports());

    assertThat(STANDARD.withoutProgress()).isEqualTo(expected);
  }
}
