package dev.muster.core.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.JobReport;
import dev.muster.model.JobState;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EndedJobsTest {

  private final EndedJobs ended = new EndedJobs();

  private static JobReport report(long job) {
    return new JobReport(
        job, "job", JobState.SUCCEEDED, "sampled", List.of(), 0, 0, List.of(), 0, List.of());
  }

  @Test
  void anEndIsOwedUntilItIsOnRecordAndKnownAfter() {
    ended.add(report(1), List.of());
    assertThat(ended.unrecorded()).containsExactly(report(1));
    ended.recorded(1);

    assertThat(ended.unrecorded()).isEmpty();
    assertThat(ended.knows(1)).isTrue();
    assertThat(ended.knows(2)).isFalse();
  }

  @Test
  void whatWasNeverOursIsNotKnownByHearingOfItsRecord() {
    ended.recorded(5);

    assertThat(ended.knows(5)).isFalse();
  }

  @Test
  void theOldestRecordedAreForgottenAndAnUnrecordedOneNever() {
    ended.add(report(0), List.of());
    for (long job = 1; job <= EndedJobs.KNOWN + 1; job++) {
      ended.add(report(job), List.of());
      ended.recorded(job);
    }

    assertThat(ended.knows(1)).isFalse();
    assertThat(ended.knows(2)).isTrue();
    assertThat(ended.knows(0)).isTrue();
    assertThat(ended.unrecorded()).containsExactly(report(0));
  }
}
