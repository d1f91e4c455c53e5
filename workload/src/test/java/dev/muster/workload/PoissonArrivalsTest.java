package dev.muster.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.muster.core.actor.Chance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PoissonArrivalsTest {

  private static final int COUNT = 200_000;
  private static final double MEAN_GAP_NS = 1_000_000;

  private static PoissonArrivals arrivals(long seed) {
    return new PoissonArrivals(MEAN_GAP_NS, Chance.of(seed, "arrivals"));
  }

  @Test
  void theMeanGapIsTheOneAskedForAndGapsSpreadAsMuch() {
    var arrivals = arrivals(1);
    double squares = 0;
    long last = 0;
    for (int i = 0; i < COUNT; i++) {
      long next = arrivals.nextNs();
      assertThat(next).isGreaterThanOrEqualTo(last);
      double gap = next - last;
      squares += gap * gap;
      last = next;
    }

    assertThat(last / (double) COUNT).isCloseTo(MEAN_GAP_NS, within(MEAN_GAP_NS * 0.01));
    // An exponential gap has the variance of its squared mean, so its mean square is twice that.
    assertThat(squares / COUNT / (MEAN_GAP_NS * MEAN_GAP_NS)).isCloseTo(2, within(0.05));
  }

  @Test
  void countsInEqualSpansHaveTheirMeanAsVariance() {
    var arrivals = arrivals(2);
    double span = 20 * MEAN_GAP_NS;
    int spans = 5_000;
    var counts = new int[spans];
    for (long at = arrivals.nextNs(); at < span * spans; at = arrivals.nextNs()) {
      counts[(int) (at / span)]++;
    }
    double variance = 0;
    for (int count : counts) {
      variance += (count - 20.0) * (count - 20.0) / spans;
    }

    assertThat(variance).isCloseTo(20, within(2.0));
  }

  @Test
  void aLoadIsTheWorkThatArrivesOverTheWorkThatCanBeDone() {
    int slots = 40;
    int tasks = 10;
    double taskNs = 5_000_000;
    var arrivals = PoissonArrivals.forLoad(0.8, slots, tasks, taskNs, Chance.of(3, "load"));
    long last = 0;
    for (int i = 0; i < COUNT; i++) {
      last = arrivals.nextNs();
    }

    assertThat(COUNT * tasks * taskNs / ((double) last * slots)).isCloseTo(0.8, within(0.01));
  }

  @Test
  void theSameSeedGivesTheSameArrivals() {
    var one = arrivals(5);
    var same = arrivals(5);
    var other = arrivals(6);
    for (int i = 0; i < 100; i++) {
      long next = one.nextNs();
      assertThat(same.nextNs()).isEqualTo(next);
      assertThat(other.nextNs()).isNotEqualTo(next);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -0.5, 1.5, Double.NaN})
  void aLoadThatNoCellCanCarryIsRefused(double load) {
    var chance = Chance.of(1, "x");
    assertThatThrownBy(() -> PoissonArrivals.forLoad(load, 1, 1, 1, chance))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(String.valueOf(load));
  }
}
