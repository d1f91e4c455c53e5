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
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "up",
    description = {
      "Starts a cell whose nodes are processes of their own, some of them here, others wherever",
      "`muster node` joins them. There is no API and no dashboard yet: it runs the jobs that are",
      "named here and ends with the last of them; without any it serves until it is interrupted.",
      "It remembers nothing: when it ends, so do its jobs."
    },
    mixinStandardHelpOptions = true)
final class UpCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", arity = "0..*", description = "Job files to run.")
  private List<String> files = List.of();

  @Option(
      names = "--listen",
      paramLabel = "[HOST:]PORT",
      description = {
        "Where nodes dial; without HOST for this machine alone, 0 for any free port",
        "(default: ${DEFAULT-VALUE})."
      })
  private String listen = "0";

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "How many nodes to start here; may be 0 (default: ${DEFAULT-VALUE}).")
  private int nodes = 1;

  @Mixin private MachineOptions machine = new MachineOptions();

  private final Console console;

  UpCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (nodes < 0 || nodes > CellOptions.MAX_NODES) {
      throw new BadInputException("--nodes must be from 0 to " + CellOptions.MAX_NODES);
    }
    var jobs = read();
    try (var interruption = new Interruption();
        var cell = start();
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

  private List<JobSpec> read() throws BadInputException {
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

  private CellDaemon start() throws BadInputException {
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
