package dev.muster.cli.run;

import dev.muster.model.JobReport;
import dev.muster.model.JobReport.TaskFailure;
import dev.muster.model.JobSpec;
import dev.muster.model.text.Quantity;
import java.util.ArrayList;
import java.util.List;

/** Why a job did not end well: which task, how, and what it said last. */
record FailureText(JobSpec job, JobReport report) {

  /** Failures shown in full; most often the others say the same. */
  static final int MAX_SHOWN = 3;

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    report.failures().stream().limit(MAX_SHOWN).forEach(failure -> add(lines, failure));
    long more = (long) report.failures().size() - MAX_SHOWN;
    long hidden = Math.max(0, more) + report.failuresNotShown();
    if (hidden > 0) {
      lines.add(
          Quantity.formatCount(hidden) + (hidden == 1 ? " more task" : " more tasks") + " failed");
    }
    return lines;
  }

  private void add(List<String> lines, TaskFailure failure) {
    var task = failure.stage() + "[" + failure.index() + "]";
    var detail = failure.result().detail();
    var said = detail.isEmpty() ? ", without error output" : ":";
    lines.add(task + " " + cause(failure) + " at attempt " + failure.attempt() + said);
    detail.lines().forEach(line -> lines.add("  | " + line));
  }

  private String cause(TaskFailure failure) {
    return switch (failure.result().outcome()) {
      case FAILED -> "failed with exit code " + failure.result().exitCode();
      case NOT_STARTED, UNSTARTABLE -> "could not be started";
      case TIMED_OUT -> "ran into its timeout" + timeout(failure.stage());
      case LOG_LIMIT -> "wrote more to its logs than a task may";
      case OUTPUT_LIMIT -> "put more on the disk than a task may";
      case OUT_OF_MEMORY -> "wanted more memory than its job asked for";
      case EVICTED -> "gave way to a guaranteed task";
      case KILLED -> "was ended";
      case LOST -> "was lost";
      case INPUT_MISSING -> "lacked an input";
      case SUCCEEDED -> "succeeded";
    };
  }

  private String timeout(String stage) {
    return job.stages().stream()
        .filter(spec -> spec.name().equals(stage) && spec.limits().timeoutNs() > 0)
        .findFirst()
        .map(spec -> spec.limits().timeoutNs())
        .map(limit -> " of " + Quantity.formatDuration(limit))
        .orElse("");
  }
}
