package dev.muster.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.run.JobRun.SharedSignal;
import dev.muster.model.JobReport;
import dev.muster.model.JobReport.TaskFailure;
import dev.muster.model.JobState;
import dev.muster.model.RunResult;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedSignalTest {

  private static JobReport failed(int... exitCodes) {
    var failures =
        Arrays.stream(exitCodes)
            .mapToObj(code -> new TaskFailure("s", 0, 1, RunResult.failed(code, "")))
            .toList();
    return new JobReport(
        1, "job", JobState.FAILED, "sampled", List.of(), 0, 0, failures, 5, List.of());
  }

  private static JobReport excuse(JobReport report, boolean interrupted) throws Exception {
    try (var interruption = new Interruption()) {
      if (interrupted) {
        interruption.request();
      }
      return SharedSignal.excuse(report, interruption);
    }
  }

  @Test
  void tasksThatDiedOfTheSameSignalHaveNotFailed() throws Exception {
    var report = excuse(failed(130, 130), true);
    assertThat(report.state()).isEqualTo(JobState.CANCELLED);
    assertThat(report.failures()).isEmpty();
    assertThat(report.failuresNotShown()).isZero();
  }

  @Test
  void aFailureBeforeItStays() throws Exception {
    var report = excuse(failed(1, 130), true);
    assertThat(report.state()).isEqualTo(JobState.FAILED);
    assertThat(report.failures()).hasSize(1);
  }

  @Test
  void withoutASignalNothingIsExcused() throws Exception {
    assertThat(excuse(failed(130), false)).isEqualTo(failed(130));
  }

  @Test
  void aSignalExcusesNoOtherFailure() throws Exception {
    assertThat(excuse(failed(1), true)).isEqualTo(failed(1));
  }
}
