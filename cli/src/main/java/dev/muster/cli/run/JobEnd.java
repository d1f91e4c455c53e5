package dev.muster.cli.run;

import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.core.event.ClientEvent;
import dev.muster.daemon.CellDaemon;
import dev.muster.daemon.CellDaemon.Harvest;
import dev.muster.files.fetch.OutputCollector.TaskRef;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.text.JobNumber;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Brings what a job of a cell left, and says how the job ended; the answer is the exit code. */
record JobEnd(Console console, CellDaemon cell, JobSpec job) {

  /** Tasks without their output that are named. */
  private static final int MAX_NAMED = 5;

  int report(ClientEvent end) throws InterruptedException {
    return switch (end) {
      case ClientEvent.JobEnded(var report) -> {
        var harvest = cell.harvest(job, report);
        console.out().println(line(report, harvest.missing()));
        report.reasons().forEach(console::complain);
        console.flush();
        harvest.problems().forEach(console::complain);
        new FailureText(job, report).lines().forEach(console.err()::println);
        yield harvest.missing().isEmpty() ? ExitCode.of(report.state()) : incomplete(harvest);
      }
      case ClientEvent.JobRejected refused -> {
        console.complain(job.name() + " is rejected: " + refused.why());
        yield ExitCode.REFUSED;
      }
      case ClientEvent other -> throw new IllegalStateException("no end: " + other);
    };
  }

  private static String line(JobReport report, List<TaskRef> missing) {
    var state = report.state().toString().toLowerCase(Locale.ROOT);
    var job = JobNumber.format(report.job()) + " " + report.name() + ": " + state;
    return missing.isEmpty() ? job : job + ", but outputs are missing";
  }

  /** The job may have succeeded, but whoever wanted its outputs does not have them. */
  private int incomplete(Harvest harvest) {
    var missing = harvest.missing();
    var named =
        missing.stream()
            .limit(MAX_NAMED)
            .map(task -> task.stage() + "[" + task.index() + "]")
            .collect(Collectors.joining(", "));
    int more = missing.size() - MAX_NAMED;
    console.complain(
        "what these tasks left has not arrived: "
            + named
            + (more > 0 ? " and " + more + " more" : ""));
    return ExitCode.JOB_FAILED;
  }
}
