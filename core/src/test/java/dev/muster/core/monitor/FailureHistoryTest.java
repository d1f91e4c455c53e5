package dev.muster.core.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.muster.core.cell.FailureOdds;
import org.junit.jupiter.api.Test;

class FailureHistoryTest {

  private static final long S = 1_000_000_000;
  private static final long HOUR = FailureOdds.HALF_LIFE_NS;
  private static final int CELL = 100;

  private final FailureHistory history = new FailureHistory();

  /** Twelve restarts in twelve hours are two of late, and one more is three. */
  @Test
  void repeatedFailuresAddUpAndFade() {
    history.reported(0, 7, 1, CELL);
    for (int hour = 1; hour <= 12; hour++) {
      history.reported(hour * HOUR, 7, 1 + hour, CELL);
    }
    assertThat(history.failures(12 * HOUR, 7)).isCloseTo(2, within(0.001));
    assertThat(history.failures(13 * HOUR, 7)).isCloseTo(1, within(0.001));
    history.died(12 * HOUR, 7, CELL);
    assertThat(history.failures(12 * HOUR, 7)).isCloseTo(3, within(0.001));
    assertThat(history.failures(12 * HOUR, 8)).isZero();
  }

  @Test
  void theFirstEpochAndRepeatedReportsAreNoFailures() {
    history.reported(S, 7, 40, CELL);
    history.reported(2 * S, 7, 40, CELL);
    assertThat(history.failures(2 * S, 7)).isZero();
    assertThat(history.takeNews(7)).isFalse();
    assertThat(history.epoch(7)).isEqualTo(40);
    assertThat(history.epoch(8)).isZero();
  }

  @Test
  void aDeathAndTheReturnFromItAreOneFailure() {
    history.reported(0, 7, 1, CELL);
    history.died(10 * S, 7, CELL);
    history.died(11 * S, 7, CELL);
    history.reported(500 * S, 7, 2, CELL);
    assertThat(history.failures(10 * S, 7)).isCloseTo(1, within(0.1));
    history.reported(510 * S, 7, 3, CELL);
    assertThat(history.failures(510 * S, 7)).isGreaterThan(1.8);
  }

  @Test
  void newsOfANodeAreTakenOnce() {
    history.died(S, 7, CELL);
    assertThat(history.takeNews(7)).isTrue();
    assertThat(history.takeNews(7)).isFalse();
  }

  /** As after a power cut: those that come back are as good as before. */
  @Test
  void aMassFailureCountsAgainstNobody() {
    for (int node = 0; node < 5; node++) {
      history.died(node * S, node, CELL);
    }
    for (int node = 0; node < 5; node++) {
      assertThat(history.failures(9 * S, node)).as("node %d", node).isZero();
      assertThat(history.takeNews(node)).isTrue();
    }
    history.died(9 * S, 50, CELL);
    assertThat(history.failures(9 * S, 50)).isZero();
  }

  @Test
  void fourOfAHundredAreNoMass() {
    for (int node = 0; node < 4; node++) {
      history.died(0, node, CELL);
    }
    assertThat(history.failures(0, 0)).isEqualTo(1);
  }

  @Test
  void inASmallCellThreeAreAMassAndTwoAreNot() {
    history.died(0, 0, 10);
    history.died(0, 1, 10);
    assertThat(history.failures(0, 0)).isEqualTo(1);
    history.died(0, 2, 10);
    assertThat(history.failures(0, 0)).isZero();
  }

  @Test
  void failuresFarApartAreNoMass() {
    for (int node = 0; node < 5; node++) {
      history.died(node * (FailureHistory.MASS_WINDOW_NS / 3), node, CELL);
    }
    assertThat(history.failures(0, 4)).isGreaterThan(0.9);
    assertThat(history.failures(0, 0)).isGreaterThan(0.9);
  }

  @Test
  void oneNodeThatFailsOftenIsNoMassButAnOffender() {
    for (int epoch = 1; epoch <= 20; epoch++) {
      history.reported(epoch * S, 7, epoch, CELL);
    }
    assertThat(history.failures(20 * S, 7)).isGreaterThan(18);
  }

  /** A node that fails twice more while all fail once keeps two. */
  @Test
  void anOffenderWithinAMassFailureKeepsTheRest() {
    for (int epoch = 1; epoch <= 4; epoch++) {
      history.reported(epoch, 7, epoch, CELL);
    }
    for (int node = 20; node < 25; node++) {
      history.died(5, node, CELL);
    }
    assertThat(history.failures(5, 7)).isCloseTo(2, within(0.001));
    assertThat(history.failures(5, 20)).isZero();
  }

  @Test
  void aFailureLongAfterTheMassCountsAgain() {
    for (int node = 0; node < 5; node++) {
      history.died(0, node, CELL);
      history.reported(S, node, 1, CELL);
    }
    long laterNs = 2 * FailureHistory.MASS_WINDOW_NS;
    history.died(laterNs, 3, CELL);
    assertThat(history.failures(laterNs, 3)).isEqualTo(1);
    history.reported(laterNs, 3, 2, CELL);
    history.died(laterNs, 3, CELL);
    assertThat(history.failures(laterNs, 3)).isEqualTo(2);
  }
}
