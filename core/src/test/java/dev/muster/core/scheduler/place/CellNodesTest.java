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
    nodes.lost(notedS * S, DARK);
    assertThat(nodes.isSilent(askedS * S, node)).isEqualTo(silent);
  }

  @Test
  void theMinuteStartsAnewWithTheNextLoss() {
    nodes.lost(0, DARK);
    nodes.lost(30 * S, DARK);
    assertThat(nodes.isSilent(89 * S, DARK)).isTrue();
    assertThat(nodes.isSilent(90 * S, DARK)).isFalse();
  }

  @Test
  void whoIsHeardIsNotSilent() {
    nodes.lost(0, DARK);
    nodes.heard(DARK);
    assertThat(nodes.isSilent(1, DARK)).isFalse();
  }
}
