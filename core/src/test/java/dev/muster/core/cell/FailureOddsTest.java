package dev.muster.core.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureOddsTest {

  private static final long S = 1_000_000_000;

  /** The table of its header. */
  @ParameterizedTest
  @CsvSource({
    "0, 3600, 1.000",
    "1, 10, 0.997",
    "1, 60, 0.983",
    "1, 600, 0.846",
    "1, 3600, 0.368",
    "3, 10, 0.975",
    "3, 60, 0.861",
    "3, 600, 0.223",
    "6, 10, 0.905",
    "6, 60, 0.549",
    "6, 600, 0.002"
  })
  void oddsFallWithTheSquareOfFailures(double failures, long lengthS, double odds) {
    assertThat(FailureOdds.odds(failures, lengthS * S)).isCloseTo(odds, within(0.0006));
  }

  @ParameterizedTest
  @CsvSource({"4, 0, 4", "4, 1, 2", "4, 2, 1", "4, 20, 0"})
  void failuresFade(double failures, long halfLives, double left) {
    assertThat(FailureOdds.faded(failures, halfLives * FailureOdds.HALF_LIFE_NS))
        .isCloseTo(left, within(0.001));
  }

  @Test
  void anEndlessTaskDoesNotSurviveAFailingNode() {
    assertThat(FailureOdds.odds(1, Long.MAX_VALUE)).isZero();
  }
}
