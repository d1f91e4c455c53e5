package dev.muster.cli.run;

import dev.muster.model.JobReport;
import dev.muster.model.JobReport.TaskFailure;
import dev.muster.model.JobState;

/**
 * Ctrl-C on a terminal reaches this process and all of its group, and in the moment before a task
 * that is being started has its own session, that is the task too. It may die of it before the cell
 * learns that the job is cancelled. It has not failed: it was interrupted with the rest.
 */
final class SharedSignal {

  /** What a shell says of a process that SIGINT has ended. */
  private static final int INTERRUPTED_EXIT = 130;

  private SharedSignal() {}

  /** The report as the user sees it, who has interrupted the job and knows of no failure. */
  static JobReport excuse(JobReport report, Interruption interruption) throws InterruptedException {
    if (report.failures().stream().noneMatch(SharedSignal::wasInterrupted)
        || !interruption.requestedSoon()) {
      return report;
    }
    var own = report.failures().stream().filter(failure -> !wasInterrupted(failure)).toList();
    var state = own.isEmpty() ? JobState.CANCELLED : report.state();
    return new JobReport(
        report.job(),
        report.name(),
        state,
        report.policy(),
        report.stages(),
        report.submittedAtMs(),
        report.durationMs(),
        own,
        own.isEmpty() ? 0 : report.failuresNotShown(),
        report.reasons());
  }

  private static boolean wasInterrupted(TaskFailure failure) {
    return failure.result().exitCode() == INTERRUPTED_EXIT;
  }
}
