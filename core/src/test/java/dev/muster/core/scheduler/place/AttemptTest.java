package dev.muster.core.scheduler.place;

import static dev.muster.core.fake.Jobs.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.scheduler.job.ManagedJob;
import dev.muster.model.AttemptPhase;
import dev.muster.model.Tier;
import dev.muster.model.Usage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AttemptTest {

  private static Attempt placed() {
    var stage = ManagedJob.of(job(1)).tasks(0);
    return new Attempt(1, stage, 0, 0, 1, Tier.GUARANTEED, AttemptState.PLACED, 0);
  }

  @ParameterizedTest(name = "the clock shows {0}")
  @ValueSource(longs = {-521_420_554, -1, 0, 3, 7, 1_000_000_000})
  void theStartIsFoundWhateverTheClockShows(long nowNs) {
    var attempt = placed();
    assertThat(attempt.startedNs()).isEqualTo(Attempt.NOT_STARTED);
    assertThat(attempt.ran(nowNs, AttemptPhase.RUNNING, 7, Usage.NONE)).as("first news").isTrue();
    assertThat(attempt.startedNs()).isEqualTo(nowNs - 7);

    assertThat(attempt.ran(nowNs + 5, AttemptPhase.RUNNING, 11, Usage.NONE)).isFalse();
    assertThat(attempt.startedNs()).as("the first report counts").isEqualTo(nowNs - 7);
    attempt.queued(nowNs + 6, 100);
    assertThat(attempt.phase()).as("overtaken").isEqualTo(AttemptPhase.RUNNING);
  }
}
