package dev.muster.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DistributionTest {

  private static final int STEPS = 2_000_000;

  /** The mean of all quantiles is the mean; the tail beyond the last step is what is missing. */
  @ParameterizedTest
  @CsvSource({"constant, 0.0001", "exponential, 0.001", "pareto, 0.01"})
  void quantilesHaveTheMeanThatWasAskedFor(String name, double tolerance) {
    var distribution = Distribution.named(name, 100);
    double sum = 0;
    for (int step = 0; step < STEPS; step++) {
      sum += distribution.quantileNs((step + 0.5) / STEPS);
    }

    assertThat(distribution.meanNs()).isEqualTo(100);
    assertThat(sum / STEPS).isCloseTo(100, within(100 * tolerance));
  }

  /** For the mean m: m·ln 2 and m·ln 100; with l = m·1.1/2.1: l·2^(1/2.1) and l·100^(1/2.1). */
  @ParameterizedTest
  @CsvSource({
    "constant, 0, 100",
    "constant, 0.99, 100",
    "exponential, 0, 0",
    "exponential, 0.5, 69.3147",
    "exponential, 0.99, 460.517",
    "pareto, 0, 52.3810",
    "pareto, 0.5, 72.8656",
    "pareto, 0.99, 469.412",
  })
  void quantilesFollowTheirFormulas(String name, double u, double expected) {
    assertThat(Distribution.named(name, 100).quantileNs(u)).isCloseTo(expected, within(0.001));
  }

  /** With l = m·(s-1)/s: l, and l·100^(1/s). */
  @ParameterizedTest
  @CsvSource({"1.5, 0, 33.3333", "1.5, 0.99, 718.145", "2.5, 0, 60", "2.5, 0.99, 378.574"})
  void aParetoDistributionHasTheShapeThatItIsGiven(double shape, double u, double expected) {
    assertThat(new Distribution.Pareto(100, shape).quantileNs(u))
        .isCloseTo(expected, within(0.001));
  }

  /** Quantiles of the normal distribution from tables: 0, 1.959964, 3.090232 and 4.753424. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 10",
    "0.975, 189.148",
    "0.025, 0.528686",
    "0.999, 1030.64",
    "0.999999, 12490.5"
  })
  void aLognormalDistributionHasItsMedianAndDeviation(double u, double expected) {
    assertThat(new Distribution.Lognormal(10, 1.5).quantileNs(u))
        .isCloseTo(expected, withinPercentage(0.01));
  }

  /** The median times e^(σ²/2). */
  @Test
  void aLognormalDistributionHasTheMeanOfItsQuantiles() {
    var spread = new Distribution.Lognormal(10, 1.5);
    double sum = 0;
    for (int step = 0; step < STEPS; step++) {
      sum += spread.quantileNs((step + 0.5) / STEPS);
    }
    assertThat(spread.meanNs()).isCloseTo(30.802, within(0.001));
    assertThat(sum / STEPS).isCloseTo(30.802, within(0.05));
    assertThat(new Distribution.Lognormal(10, 0).quantileNs(0.9)).isEqualTo(10);
    assertThat(spread.quantileNs(0)).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"constant", "exponential", "pareto"})
  void quantilesNeverFallAndScaleWithTheMean(String name) {
    var one = Distribution.named(name, 1);
    var thousand = Distribution.named(name, 1_000);
    double last = 0;
    for (double u = 0; u < 1; u += 0.001) {
      assertThat(one.quantileNs(u)).isFinite().isGreaterThanOrEqualTo(last);
      assertThat(thousand.quantileNs(u)).isCloseTo(1_000 * one.quantileNs(u), within(1e-6));
      last = one.quantileNs(u);
    }
  }

  @Test
  void theLargestShareBelowOneStillHasAValue() {
    for (var name : new String[] {"exponential", "pareto"}) {
      assertThat(Distribution.named(name, 1e9).quantileNs(Math.nextDown(1.0))).isFinite();
    }
  }

  @Test
  void anUnknownNameIsRefusedWithThoseThatAreKnown() {
    assertThatThrownBy(() -> Distribution.named("normal", 1))
        .hasMessage("unknown distribution `normal`: use constant, exponential, pareto");
  }
}
