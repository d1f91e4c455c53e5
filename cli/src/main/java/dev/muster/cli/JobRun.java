package dev.muster.cli;

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

  private final CellChoice choice;
  private final Console console;
  private final RunView view;

  JobRun(CellChoice choice, Console console, RunView view) {
    this.choice = choice;
    this.console = console;
    this.view = view;
  }

  /** The exit code, once the job has ended and everything that it started is gone. */
  int run(JobSpec job, Supplier<Progress> display) throws BadInputException, InterruptedException {
    choice.schedulers().check();
    try (var interruption = new Interruption()) {
      int code = run(job, display, interruption);
      console.flush();
      return interruption.requested() ? ExitCode.INTERRUPTED : code;
    }
  }

  private int run(JobSpec job, Supplier<Progress> display, Interruption interruption)
      throws BadInputException, InterruptedException {
    var cell = start();
    ClientEvent end;
    long lostMessages;
    try (cell;
        var progress = display.get()) {
      var submission = cell.submit(job, news -> show(news, progress));
      interruption.onSignal(() -> cancel(submission));
      end = submission.await();
      lostMessages = cell.lostMessages();
      interruption.onSignal(() -> {});
    } finally {
      choice.schedulers().keep(cell::audit).ifPresent(console::complain);
    }
    return switch (end) {
      case ClientEvent.JobEnded(JobReport report) ->
          view.ended(
              job,
              choice.explain(SharedSignal.excuse(report, interruption)),
              cell.directory(report.job()),
              lostMessages);
      case ClientEvent.JobRejected refused -> view.refused(refused.why());
      case ClientEvent other -> throw new IllegalStateException("no end: " + other);
    };
  }

  private void cancel(Submission submission) {
    if (!submission.cancel()) {
      console.complain("the cell does not hear that the job is to end");
    }
  }

  private EmbeddedCell start() throws BadInputException {
    try {
      return EmbeddedCell.start(choice.options());
    } catch (IOException e) {
      throw new BadInputException(
          "can't keep jobs in " + choice.home() + ": " + IoErrors.reason(e));
    } catch (IllegalArgumentException impossible) {
      throw new BadInputException(String.valueOf(impossible.getMessage()));
    }
  }

  private static void show(ClientEvent news, Progress progress) {
    if (news instanceof ClientEvent.JobProgress update) {
      progress.show(update.stages());
    }
  }
}
