package dev.muster.sim.experiment.sparrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ZeroWaitTest {

  @Test
  void chanceNeedsEveryNodeIdle() {
    assertThat(ZeroWait.random(0.5, 2)).isEqualTo(0.25);
    assertThat(ZeroWait.random(0.1, 10)).isCloseTo(0.34867844, within(1e-8));
  }

  @Test
  void perTaskNeedsOneOfEachPair() {
    assertThat(ZeroWait.perTask(0.5, 2, 2)).isEqualTo(0.5625);
    assertThat(ZeroWait.perTask(0.3, 1, 7)).isEqualTo(ZeroWait.random(0.3, 7));
  }

  @Test
  void batchNeedsAnyHalf() {
    assertThat(ZeroWait.batch(0.5, 2, 1)).isCloseTo(0.75, within(1e-12));
    assertThat(ZeroWait.batch(0.5, 2, 2)).isCloseTo(11.0 / 16, within(1e-12));
    assertThat(ZeroWait.batch(0.3, 1, 7)).isCloseTo(ZeroWait.random(0.3, 7), within(1e-12));
    assertThat(ZeroWait.batch(0.5, 2, 100)).isCloseTo(0.528174, within(1e-6));
  }

  @Test
  void withFourCores99PercentWaitForNothingAt70PercentLoad() {
    assertThat(ZeroWait.batch(ZeroWait.busy(0.7, 4), 2, 10)).isBetween(0.99, 0.999);
  }
}
