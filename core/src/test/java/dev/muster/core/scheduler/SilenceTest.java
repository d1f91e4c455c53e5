package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.S;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SilenceTest {

  private static final int DARK = 3;

  private final Silence silence = new Silence();

  @ParameterizedTest
  @CsvSource({
    "3, 100, 100, true",
    "3, 100, 159, true",
    "3, 100, 160, false", // a minute, and no longer
    "3, -70, -11, true", // clocks start anywhere
    "3, -70, -10, false",
    "4, 100, 100, false", // another node
  })
  void aNodeIsSilentForAMinute(int node, long notedS, long askedS, boolean silent) {
    silence.note(notedS * S, DARK);
    assertThat(silence.isSilent(askedS * S, node)).isEqualTo(silent);
  }

  @Test
  void theMinuteStartsAnewWithTheNextLoss() {
    silence.note(0, DARK);
    silence.note(30 * S, DARK);
    assertThat(silence.isSilent(89 * S, DARK)).isTrue();
    assertThat(silence.isSilent(90 * S, DARK)).isFalse();
  }

  @Test
  void whoIsHeardIsNotSilent() {
    silence.note(0, DARK);
    silence.heard(DARK);
    assertThat(silence.isSilent(1, DARK)).isFalse();
  }
}
