package dev.muster.cli;

import dev.muster.core.event.ClientEvent;
import dev.muster.daemon.CellDaemon;
import dev.muster.daemon.Secret;
import dev.muster.host.Refusal;
import dev.muster.model.JobNumber;
import dev.muster.model.JobSpec;
import dev.muster.model.file.JobFile;
import dev.muster.model.file.Parsed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;

/** A cell from its start until its jobs have ended, or until it is interrupted. */
final class CellRun {

  private final Console console;
  private final MachineOptions machine;

  CellRun(Console console, MachineOptions machine) {
    this.console = console;
    this.machine = machine;
  }

  int run(String listen, int nodes, List<String> files)
      throws BadInputException, IOException, InterruptedException {
    var jobs = read(files);
    try (var interruption = new Interruption();
        var cell = start(listen);
        var local = new LocalNodes(machine, "localhost:" + cell.port())) {
      local.start(nodes);
      console
          .err()
          .printf(
              "muster: the cell listens at port %d; to join it: muster node --cell HOST:%d%n",
              cell.port(), cell.port());
      int code = jobs.isEmpty() ? serve(interruption) : run(cell, jobs, interruption);
      console.flush();
      return interruption.requested() ? ExitCode.INTERRUPTED : code;
    }
  }

  private List<JobSpec> read(List<String> files) throws BadInputException {
    var jobs = new ArrayList<JobSpec>();
    for (var file : files) {
      var source = JobSource.read(file, console.in());
      switch (JobFile.parse(source.text(), source.home())) {
        case Parsed.Valid(JobSpec job) -> jobs.add(job);
        case Parsed.Invalid(var problems) ->
            throw new BadInputException(source.label() + ": " + problems.getFirst());
      }
    }
    return jobs;
  }

  private CellDaemon start(String listen) throws BadInputException {
    var home = machine.home();
    try {
      return CellDaemon.start(
          new CellDaemon.Options(
              home,
              CellAddress.toListenAt(listen),
              Secret.ofCell(home, System.getenv()),
              1,
              OptionalLong.empty()));
    } catch (IOException refused) {
      throw new BadInputException("can't start the cell: " + Refusal.reason(refused));
    }
  }

  private static int serve(Interruption interruption) throws InterruptedException {
    var end = new CountDownLatch(1);
    interruption.onSignal(end::countDown);
    end.await();
    return ExitCode.INTERRUPTED;
  }

  private int run(CellDaemon cell, List<JobSpec> jobs, Interruption interruption)
      throws InterruptedException {
    var submissions = jobs.stream().map(job -> cell.submit(job, _ -> {})).toList();
    interruption.onSignal(() -> submissions.forEach(each -> each.cancel()));
    int worst = ExitCode.DONE;
    for (var each : submissions) {
      worst = Math.max(worst, tell(each.await()));
    }
    return worst;
  }

  /** One line about the end of a job, and its exit code. */
  private int tell(ClientEvent end) {
    return switch (end) {
      case ClientEvent.Ended(var report) -> {
        var state = report.state().toString().toLowerCase(Locale.ROOT);
        console.out().println(JobNumber.format(report.job()) + " " + report.name() + ": " + state);
        report.reasons().forEach(console::complain);
        yield ExitCode.of(report.state());
      }
      case ClientEvent.Refused refused -> {
        console.complain(refused.why());
        yield ExitCode.REFUSED;
      }
      case ClientEvent other -> throw new IllegalStateException("no end: " + other);
    };
  }
}
