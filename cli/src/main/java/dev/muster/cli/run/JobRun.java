package dev.muster.cli.run;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.option.CellChoices;
import dev.muster.core.event.ClientEvent;
import dev.muster.daemon.EmbeddedCell;
import dev.muster.daemon.Submission;
import dev.muster.host.IoErrors;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import java.io.IOException;
import java.util.function.Supplier;

/** One job on a cell of its own, which starts for it and is gone with it. */
final class JobRun {

  private final CellChoices choices;
  private final Console console;
  private final RunView view;

  JobRun(CellChoices choices, Console console, RunView view) {
    this.choices = choices;
    this.console = console;
    this.view = view;
  }

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
    try (cell;
        var progress = display.get()) {
      var submission = cell.submit(job, answer -> show(answer, progress));
      interruption.onSignal(() -> cancel(submission));
      end = submission.await();
      lostMessages = cell.lostMessages();
      interruption.onSignal(() -> {});
    } finally {
      AuditFile.write(choices.schedulers().audit(), cell::audit).ifPresent(console::complain);
    }
    return switch (end) {
      case ClientEvent.JobEnded(JobReport report) ->
          view.ended(
              job,
              choices.explain(SharedSignal.excuse(report, interruption)),
              cell.directory(report.job()),
              lostMessages);
      case ClientEvent.JobRejected refused -> view.refused(refused.why());
      case ClientEvent other -> throw new IllegalStateException("no end: " + other);
    };
  }

  private void cancel(Submission submission) {
    if (!submission.cancel()) {
      console.complain("the cell does not take the request to cancel the job");
    }
  }

  private EmbeddedCell start() throws BadInputException {
    try {
      return EmbeddedCell.start(choices.options());
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
    }
  }
}
