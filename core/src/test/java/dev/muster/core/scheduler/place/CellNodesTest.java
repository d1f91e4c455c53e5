package dev.muster.core.scheduler.place;

import static dev.muster.core.fake.Jobs.S;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CellNodesTest {

  private static final int DARK = 3;

  private final CellNodes nodes = new CellNodes();

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
    nodes.suspect(notedS * S, DARK);
    assertThat(nodes.isSuspect(askedS * S, node)).isEqualTo(silent);
  }

  @Test
  void theMinuteStartsAnewWithTheNextLoss() {
    nodes.suspect(0, DARK);
    nodes.suspect(30 * S, DARK);
    assertThat(nodes.isSuspect(89 * S, DARK)).isTrue();
    assertThat(nodes.isSuspect(90 * S, DARK)).isFalse();
  }

  @Test
  void whoIsHeardIsNotSilent() {
    nodes.suspect(0, DARK);
    nodes.answered(DARK);
    assertThat(nodes.isSuspect(1, DARK)).isFalse();
  }
}
