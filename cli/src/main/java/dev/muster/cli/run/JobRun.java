package dev.muster.cli.run;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.option.CellOptions.CellChoices;
import dev.muster.cli.option.QueuesOption;
import dev.muster.core.event.ClientEvent;
import dev.muster.daemon.EmbeddedCell;
import dev.muster.daemon.Submission;
import dev.muster.daemon.Watchdog;
import dev.muster.host.IoErrors;
import dev.muster.model.JobReport;
import dev.muster.model.JobReport.TaskFailure;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One job on a cell of its own, which starts for it and is gone with it.
 *
 * @param explanations what the user sees of the reasons of placements; null for nothing
 */
record JobRun(
    CellChoices choices,
    QueuesOption queues,
    Console console,
    RunView view,
    @Nullable RunExplanations explanations) {

  /** The exit code, once the job has ended and everything that it started is gone. */
  int run(JobSpec job, Supplier<ProgressDisplay> display)
      throws BadInputException, InterruptedException {
    choices.schedulers().check();
    try (var interruption = new Interruption()) {
      int code = run(job, display, interruption);
      console.flush();
      return interruption.requested() ? ExitCode.INTERRUPTED : code;
    }
  }

  private int run(JobSpec job, Supplier<ProgressDisplay> display, Interruption interruption)
      throws BadInputException, InterruptedException {
    var cell = start();
    ClientEvent end;
    long lostMessages;
    try (var _ = watch(cell);
        cell;
        var _ = CellQueues.start(console, queues, cell::changeQueues);
        var progress = display.get()) {
      var wanted = explanations == null ? job : job.asExplained();
      var submission = cell.submit(wanted, answer -> show(answer, progress));
      interruption.onSignal(() -> cancel(submission));
      end = explanations == null ? submission.await() : await(submission, cell, explanations);
      lostMessages = cell.lostMessages();
      interruption.onSignal(() -> {});
    } finally {
      AuditFile.write(choices.schedulers().audit(), cell::audit).ifPresent(console::complain);
    }
    if (explanations != null && explanations.omitted() > 0) {
      console.complain(
          "%d more explanations are not shown: --explain STAGE/INDEX is for one task"
              .formatted(explanations.omitted()));
    }
    return switch (end) {
      case ClientEvent.JobEnded(JobReport report) ->
          view.ended(
              job,
              choices.explain(SharedSignal.excuse(report, interruption)),
              cell.directory(report.job()),
              lostMessages,
              explanations == null ? List.of() : explanations.shown());
      case ClientEvent.JobRejected refused -> view.refused(refused.why());
      case ClientEvent other -> throw new IllegalStateException("no end: " + other);
    };
  }

  /** Waits for the end; meanwhile tasks that wait for long are asked about once. */
  private static ClientEvent await(
      Submission submission, EmbeddedCell cell, RunExplanations explanations)
      throws InterruptedException {
    var soon = submission.await(RunExplanations.LONG_WAIT);
    if (soon.isPresent()) {
      return soon.get();
    }
    for (var task : explanations.waiting()) {
      cell.explain(cell.firstJob(), task.stage(), task.index());
    }
    return submission.await();
  }

  private void cancel(Submission submission) {
    if (!submission.cancel()) {
      console.complain("the cell does not take the request to cancel the job");
    }
  }

  private Watchdog watch(EmbeddedCell cell) throws BadInputException {
    try {
      return cell.watch();
    } catch (IOException refused) {
      cell.close();
      throw new BadInputException("can't start a shell: " + IoErrors.reason(refused));
    }
  }

  private EmbeddedCell start() throws BadInputException, InterruptedException {
    try {
      return explanations == null
          ? EmbeddedCell.start(choices.options())
          : EmbeddedCell.start(choices.options(), explanations::explained);
    } catch (IOException e) {
      throw new BadInputException(
          "can't keep jobs in " + choices.home() + ": " + IoErrors.reason(e));
    } catch (IllegalArgumentException impossible) {
      throw new BadInputException(String.valueOf(impossible.getMessage()));
    }
  }

  private static void show(ClientEvent answer, ProgressDisplay progress) {
    if (answer instanceof ClientEvent.JobProgress update) {
      progress.show(update.stages());
    } else if (answer instanceof ClientEvent.JobWaits wait) {
      progress.waits(WaitText.of(wait));
    }
  }

  /**
   * Ctrl-C on a terminal reaches this process and all of its group, and in the moment before a task
   * that is being started has its own session, that is the task too. It may die of it before the
   * cell learns that the job is cancelled. It has not failed: it was interrupted with the rest.
   */
  static final class SharedSignal {

    /** What a shell says of a process that SIGINT has ended. */
    private static final int INTERRUPTED_EXIT = 130;

    private SharedSignal() {}

    /** The report as the user sees it, who has interrupted the job and knows of no failure. */
    static JobReport excuse(JobReport report, Interruption interruption)
        throws InterruptedException {
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
}
