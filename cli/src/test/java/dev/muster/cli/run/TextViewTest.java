package dev.muster.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.Typed;
import dev.muster.model.JobReport;
import dev.muster.model.JobReport.TaskFailure;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageReport;
import dev.muster.model.StageReport.AttemptKinds;
import dev.muster.model.StageReport.Placed;
import dev.muster.model.StageSpec;
import dev.muster.model.Usage;
import dev.muster.process.directory.JobDirectory;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextViewTest {

  private static final long MS = 1_000_000;

  private static final JobSpec JOB =
      JobSpec.of(
          "wordcount",
          StageSpec.of("count", 16, Resources.NONE, List.of("run")).withTimeout(90_000_000_000L),
          StageSpec.of("sum", 1, Resources.NONE, List.of("run")).withAfter("count"));

  private static JobReport report(JobState state, List<TaskFailure> failures, int notShown) {
    var stages =
        List.of(new StageReport("count", 16, 0, 15, 1, 17), new StageReport("sum", 1, 0, 0, 0, 0));
    var reasons = state == JobState.INFEASIBLE ? List.of("needs 5 cpu") : List.<String>of();
    return new JobReport(
        3, "wordcount", state, "sampled", stages, 0, 1_234, failures, notShown, reasons);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SUCCEEDED | job-3 wordcount succeeded: 17 tasks in 1.2 s; logs in /logs",
        "FAILED | job-3 wordcount failed: 15 of 17 tasks succeeded in 1.2 s; logs in /logs",
        "CANCELLED | job-3 wordcount cancelled: 15 of 17 tasks succeeded in 1.2 s; logs in /logs",
        "INFEASIBLE | job-3 wordcount can never be placed: needs 5 cpu",
      })
  void summary(JobState state, String expected) {
    assertThat(TextView.summary(report(state, List.of(), 0), Path.of("/logs"))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,0,0,0,0,0 | , 1 opportunistic attempt (0 evicted, 0 upgraded)",
        "1200,3,12,1,0,0 | , 1,200 opportunistic attempts (3 evicted, 12 upgraded), 1 twin",
        "9,3,2,0,0,75500 | , 9 opportunistic attempts (3 evicted after 1m15s, 2 upgraded)",
        "9,1,2,0,0,1200 | , 9 opportunistic attempts (1 evicted after 1.2 s, 2 upgraded)",
        "0,0,0,2,0,0 | , 2 twins",
        "0,0,0,0,1,0 | , 1 attempt with more memory",
      })
  void attemptsThatWereNotPlainOnesAreCounted(String counts, String expected) {
    var kinds = Arrays.stream(counts.split(",")).mapToLong(Long::parseLong).toArray();
    var stage =
        new StageReport(
            "count",
            2,
            0,
            2,
            0,
            2,
            Usage.NONE,
            Placed.NONE,
            new AttemptKinds(kinds[0], kinds[1], kinds[2], kinds[3], kinds[4], kinds[5] * MS, 7));
    var report =
        new JobReport(
            3, "w", JobState.SUCCEEDED, "", List.of(stage), 0, 999, List.of(), 0, List.of());
    assertThat(TextView.summary(report, Path.of("/logs")))
        .isEqualTo("job-3 w succeeded: 2 tasks in 999 ms" + expected + "; logs in /logs");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ms",
    "999, 999 ms",
    "1000, 1.0 s",
    "59949, 59.9 s",
    "60000, 1m",
    "90500, 1m30s",
    "3600000, 1h",
  })
  void elapsed(long ms, String expected) {
    assertThat(TextView.elapsed(ms)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FAILED | 3 | failed with exit code 3 at attempt 2:",
        "FAILED | 137 | failed with exit code 137 at attempt 2:",
        "TIMED_OUT | 143 | ran into its timeout of 1m30s at attempt 2:",
        "LOG_LIMIT | 143 | wrote more to its logs than a task may at attempt 2:",
        "OUT_OF_MEMORY | 137 | wanted more memory than its job asked for at attempt 2:",
        "NOT_STARTED | -1 | could not be started at attempt 2:",
        "EVICTED | 137 | gave way to a guaranteed task at attempt 2:",
        "KILLED | 143 | was ended at attempt 2:",
        "LOST | -1 | was lost at attempt 2:",
      })
  void failure(Outcome outcome, int exitCode, String expected) {
    var result = RunResult.of(outcome, exitCode, "one\ntwo\n");
    var failures = List.of(new TaskFailure("count", 7, 2, result));
    assertThat(new FailureText(JOB, report(JobState.FAILED, failures, 0)).lines())
        .containsExactly("count[7] " + expected, "  | one", "  | two");
  }

  @Test
  void aCancelledJobSaysWhatItWaitedFor() {
    var waited = report(JobState.CANCELLED, List.of(), 0).withReason("its limit is 1");
    assertThat(TextView.summary(waited, Path.of("/logs")))
        .endsWith("succeeded in 1.2 s; its limit is 1; logs in /logs");
  }

  @ParameterizedTest
  @CsvSource({"0, false, 1", "3, false, 2", "3, true, 1"})
  void lostMessagesAreASecondLine(long lost, boolean quiet, int lines) {
    var err = new ByteArrayOutputStream();
    var console = Typed.console(new byte[0], new ByteArrayOutputStream(), err, false);
    var report = report(JobState.CANCELLED, List.of(), 0);
    new TextView(console, quiet)
        .ended(JOB, report, new JobDirectory(Path.of("/logs")), lost, List.of());
    assertThat(err.toString(UTF_8).lines()).hasSize(lines);
    if (lines == 2) {
      assertThat(err.toString(UTF_8))
          .contains("3 messages within the cell had to be repeated: an inbox was full");
    }
  }

  @Test
  void aTaskThatSaidNothing() {
    var failures = List.of(new TaskFailure("sum", 0, 1, RunResult.failed(1, "")));
    assertThat(new FailureText(JOB, report(JobState.FAILED, failures, 0)).lines())
        .containsExactly("sum[0] failed with exit code 1 at attempt 1, without error output");
  }

  @Test
  void manyFailuresAreCounted() {
    List<TaskFailure> failures = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      failures.add(new TaskFailure("count", i, 1, RunResult.failed(1, "")));
    }
    assertThat(new FailureText(JOB, report(JobState.FAILED, failures, 1_990)).lines())
        .hasSize(4)
        .last()
        .isEqualTo("1,997 more tasks failed");
    assertThat(new FailureText(JOB, report(JobState.FAILED, failures.subList(0, 4), 0)).lines())
        .last()
        .isEqualTo("1 more task failed");
  }
}
