package dev.muster.cli.run;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.option.CellAddress;
import dev.muster.cli.option.FileOptions.FileChoices;
import dev.muster.cli.option.MachineOptions;
import dev.muster.cli.option.SchedulerOptions.SchedulerChoices;
import dev.muster.core.event.ClientEvent;
import dev.muster.daemon.CellDaemon;
import dev.muster.daemon.Secret;
import dev.muster.daemon.Submission;
import dev.muster.files.serve.HostPort;
import dev.muster.host.IoErrors;
import dev.muster.model.JobSpec;
import dev.muster.model.file.JobFile;
import dev.muster.model.file.Parsed;
import dev.muster.model.text.JobNumber;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;

/** A cell from its start until its jobs have ended, or until it is interrupted. */
record CellSession(
    Console console,
    MachineOptions machine,
    FileChoices files,
    SchedulerChoices schedulers,
    long joinGraceNs) {

  /** Past that, jobs start without the nodes that have not joined. */
  private static final Duration JOIN_LIMIT = Duration.ofSeconds(30);

  /** How long the wait is before it is mentioned, and between looks for a signal. */
  private static final Duration JOIN_LOOK = Duration.ofSeconds(1);

  int run(String listen, int nodes, List<String> files)
      throws BadInputException, IOException, InterruptedException {
    var found = new ArrayList<String>();
    var jobs = read(files, found);
    if (!found.isEmpty()) {
      found.forEach(console.err()::println);
      return ExitCode.USAGE;
    }
    schedulers.check();
    try (var interruption = new Interruption()) {
      var cell = start(listen);
      try {
        return run(cell, listen, nodes, jobs, interruption);
      } finally {
        AuditFile.write(schedulers.audit(), cell::audit).ifPresent(console::complain);
      }
    }
  }

  private int run(
      CellDaemon cell, String listen, int nodes, List<JobSpec> jobs, Interruption interruption)
      throws BadInputException, IOException, InterruptedException {
    try (cell;
        var local = new LocalNodes(machine, files.elsewhere(), dialled(listen, cell.port()))) {
      local.start(nodes);
      console
          .err()
          .printf(
              "muster: the cell listens at port %d; to join it: muster node --cell HOST:%d%n",
              cell.port(), cell.port());
      if (!jobs.isEmpty()) {
        awaitNodes(cell, nodes, interruption);
      }
      int code = jobs.isEmpty() ? serve(interruption) : run(cell, jobs, interruption);
      console.flush();
      return interruption.requested() ? ExitCode.INTERRUPTED : code;
    }
  }

  /** Waits for the nodes that were started here: jobs that come first would be placed on some. */
  private void awaitNodes(CellDaemon cell, int nodes, Interruption interruption)
      throws InterruptedException {
    long looks = JOIN_LIMIT.dividedBy(JOIN_LOOK);
    int joined = cell.awaitNodes(nodes, JOIN_LOOK);
    if (joined < nodes) {
      console.complain("waits for %d nodes to join".formatted(nodes - joined));
    }
    for (long look = 1; look < looks && joined < nodes && !interruption.requested(); look++) {
      joined = cell.awaitNodes(nodes, JOIN_LOOK);
    }
    if (joined < nodes) {
      console.complain("%d of %d nodes have joined: jobs start on those".formatted(joined, nodes));
    }
  }

  private static String dialled(String listen, int port) throws BadInputException {
    var at = CellAddress.toListenAt(listen).getAddress();
    boolean here = at == null || at.isAnyLocalAddress() || at.isLoopbackAddress();
    return HostPort.format(
        InetSocketAddress.createUnresolved(here ? "localhost" : at.getHostAddress(), port));
  }

  /** The jobs, and the problems of all files in the words of `muster run`. */
  private List<JobSpec> read(List<String> files, List<String> found) throws BadInputException {
    var jobs = new ArrayList<JobSpec>();
    for (var file : files) {
      var source = JobSource.read(file, console.in());
      switch (JobFile.parse(source.text(), source.home())) {
        case Parsed.Valid(JobSpec job) -> jobs.add(NeededFiles.check(source.label(), job));
        case Parsed.Invalid(var problems) ->
            problems.forEach(problem -> found.add(source.label() + ":" + problem));
      }
    }
    return jobs;
  }

  private CellDaemon start(String listen) throws BadInputException {
    var home = machine.home();
    try {
      return CellDaemon.start(
          new CellDaemon.DaemonOptions(
              home,
              CellAddress.toListenAt(listen),
              Secret.ofCell(home, System.getenv()),
              schedulers.count(),
              OptionalLong.empty(),
              files.settings(),
              schedulers.limits(),
              joinGraceNs));
    } catch (IOException refused) {
      throw new BadInputException("can't start the cell: " + IoErrors.reason(refused));
    }
  }

  private static int serve(Interruption interruption) throws InterruptedException {
    var end = new CountDownLatch(1);
    interruption.onSignal(end::countDown);
    end.await();
    return ExitCode.INTERRUPTED;
  }

  private record SubmittedJob(JobSpec job, Submission submission) {}

  private int run(CellDaemon cell, List<JobSpec> jobs, Interruption interruption)
      throws BadInputException, InterruptedException {
    var submitted = new ArrayList<SubmittedJob>();
    for (var job : offer(cell, jobs)) {
      submitted.add(new SubmittedJob(job, cell.submit(job, _ -> {})));
    }
    interruption.onSignal(() -> submitted.forEach(each -> each.submission().cancel()));
    var over = new ArrayBlockingQueue<SubmittedJob>(submitted.size());
    submitted.forEach(each -> each.submission().whenOver(() -> over.add(each)));
    int worst = ExitCode.DONE;
    for (int ended = 0; ended < submitted.size(); ended++) {
      var each = over.take();
      worst = Math.max(worst, report(cell, each.job(), each.submission().await()));
    }
    return worst;
  }

  /** All jobs are offered before the first is submitted: an unreadable file stops them all. */
  private static List<JobSpec> offer(CellDaemon cell, List<JobSpec> jobs) throws BadInputException {
    var offered = new ArrayList<JobSpec>();
    for (var job : jobs) {
      try {
        offered.add(cell.offer(job));
      } catch (IOException refused) {
        throw new BadInputException(job.name() + ": " + IoErrors.reason(refused));
      }
    }
    return offered;
  }

  private int report(CellDaemon cell, JobSpec job, ClientEvent end) throws InterruptedException {
    return switch (end) {
      case ClientEvent.JobEnded(var report) -> {
        var state = report.state().toString().toLowerCase(Locale.ROOT);
        console.out().println(JobNumber.format(report.job()) + " " + report.name() + ": " + state);
        report.reasons().forEach(console::complain);
        console.flush();
        cell.harvest(job, report).forEach(console::complain);
        new FailureText(job, report).lines().forEach(console.err()::println);
        yield ExitCode.of(report.state());
      }
      case ClientEvent.JobRejected refused -> {
        console.complain(refused.why());
        yield ExitCode.REFUSED;
      }
      case ClientEvent other -> throw new IllegalStateException("no end: " + other);
    };
  }
}
