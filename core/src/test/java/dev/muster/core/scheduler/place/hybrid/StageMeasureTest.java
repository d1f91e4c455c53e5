package dev.muster.core.scheduler.place.hybrid;

import static dev.muster.model.Tier.GUARANTEED;
import static dev.muster.model.Tier.OPPORTUNISTIC;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What waits in several stages together. */
final class StageMeasureTest {

  private final TierDelays delays = new TierDelays();
  private final StageMeasure one = measure();
  private final StageMeasure other = measure();

  private StageMeasure measure() {
    return new StageMeasure(delays, new StatedEstimates(), UnaskedStage.make());
  }

  private void verify(int guaranteed, int opportunistic) {
    assertThat(delays.waiting(GUARANTEED)).isEqualTo(guaranteed);
    assertThat(delays.waiting(OPPORTUNISTIC)).isEqualTo(opportunistic);
  }

  @Test
  void whatWaitsIsTheSumOfWhatStagesSaidLast() {
    one.waiting(5, 2);
    verify(5, 2);
    other.waiting(30, 10);
    verify(35, 12);
    one.waiting(1, 4);
    verify(31, 14);
    one.waiting(1, 4);
    verify(31, 14);
  }

  @Test
  void nothingWaitsInAStageThatIsClosed() {
    one.waiting(5, 2);
    other.waiting(30, 10);
    one.close();
    verify(30, 10);
    other.close();
    verify(0, 0);
  }
}
