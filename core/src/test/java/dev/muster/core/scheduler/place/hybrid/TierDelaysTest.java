package dev.muster.core.scheduler.place.hybrid;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.model.Tier.GUARANTEED;
import static dev.muster.model.Tier.OPPORTUNISTIC;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.hybrid.TierDelays.TierSample;
import dev.muster.model.Outcome;
import dev.muster.model.Tier;
import org.junit.jupiter.api.Test;

/** What is counted of tasks that wait, start, end and are evicted. */
final class TierDelaysTest {

  private final TierDelays delays = new TierDelays();
  private long ids;

  private Attempt attempt(Tier tier) {
    return new Attempt(++ids, UnaskedStage.make(), 0, 0, 1, tier, AttemptState.PLACED, 0);
  }

  private Attempt queued() {
    var attempt = attempt(OPPORTUNISTIC);
    delays.sent(attempt);
    return attempt;
  }

  private void verify(Tier tier, double seconds, int started) {
    assertThat(delays.take(tier)).isEqualTo(new TierSample(seconds * S, started));
  }

  @Test
  void containersAreWaitedForFromTheirRequest() {
    delays.waiting(GUARANTEED, 3);
    delays.advance(2 * S);
    delays.waiting(GUARANTEED, -1);
    delays.sent(attempt(GUARANTEED));
    delays.advance(3 * S);
    verify(GUARANTEED, 8, 1);
    delays.advance(4 * S);
    verify(GUARANTEED, 2, 0);
    verify(OPPORTUNISTIC, 0, 0);
  }

  @Test
  void opportunisticTasksWaitAtTheirNodesToo() {
    delays.waiting(OPPORTUNISTIC, 1);
    delays.advance(S);
    delays.waiting(OPPORTUNISTIC, -1);
    var one = queued();
    delays.advance(4 * S);
    delays.started(one);
    delays.started(one);
    delays.advance(9 * S);
    delays.finished(one, Outcome.SUCCEEDED, 5 * S);
    delays.ended(one);
    verify(OPPORTUNISTIC, 4, 1);
  }

  @Test
  void whatWasEvictedRanForNothing() {
    var one = queued();
    var other = queued();
    delays.advance(S);
    delays.started(one);
    delays.started(other);
    delays.advance(4 * S);
    delays.finished(one, Outcome.EVICTED, 3 * S);
    delays.ended(one);
    verify(OPPORTUNISTIC, 5, 1);
  }

  @Test
  void whoeverReportsNoStartHasStartedAllTheSame() {
    var one = queued();
    var evicted = queued();
    delays.advance(5 * S);
    delays.finished(one, Outcome.SUCCEEDED, 4 * S);
    delays.finished(evicted, Outcome.EVICTED, 2 * S);
    verify(OPPORTUNISTIC, 1 + 3 + 2, 1);
  }

  @Test
  void whatIsReturnedHasWaitedForNothing() {
    var one = queued();
    delays.advance(5 * S);
    delays.ended(one);
    delays.advance(9 * S);
    verify(OPPORTUNISTIC, 5, 0);
    assertThat(delays.waiting(OPPORTUNISTIC)).isZero();
  }

  @Test
  void timeDoesNotGoBack() {
    delays.waiting(GUARANTEED, 1);
    delays.advance(5 * S);
    delays.advance(3 * S);
    delays.advance(6 * S);
    verify(GUARANTEED, 6, 0);
    assertThat(delays.take(GUARANTEED).isEmpty()).isTrue();
  }
}
