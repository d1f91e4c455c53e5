package dev.muster.cli.run;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.option.CellAddress;
import dev.muster.cli.option.FileOptions.FileChoices;
import dev.muster.cli.option.MachineOptions;
import dev.muster.cli.option.QueuesOption;
import dev.muster.cli.option.SchedulerOptions.SchedulerChoices;
import dev.muster.core.actor.Timing.Liveness;
import dev.muster.core.monitor.MonitorConfig;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.daemon.CellDaemon;
import dev.muster.daemon.Secret;
import dev.muster.daemon.Submission;
import dev.muster.files.serve.HostPort;
import dev.muster.host.IoErrors;
import dev.muster.host.PrivateFiles;
import dev.muster.host.ProcessLock;
import dev.muster.model.JobSpec;
import dev.muster.model.file.Parsed;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A cell from its start until its jobs have ended, or until it is interrupted. */
record CellSession(
    Console console,
    MachineOptions machine,
    FileChoices files,
    SchedulerChoices schedulers,
    long joinGraceNs,
    Liveness liveness,
    MonitorConfig monitor,
    HybridOptions hybrid,
    QueuesOption queues) {

  /** Past that, jobs start without the nodes that have not joined. */
  private static final Duration JOIN_LIMIT = Duration.ofSeconds(30);

  /** How long the wait is before it is mentioned, and between looks for a signal. */
  private static final Duration JOIN_LOOK = Duration.ofSeconds(1);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  int run(String listen, int nodes, List<String> files)
      throws BadInputException, IOException, InterruptedException {
    var found = new ArrayList<String>();
    var jobs = read(files, found);
    if (!found.isEmpty()) {
      found.forEach(console.err()::println);
      return ExitCode.USAGE;
    }
    schedulers.check();
    try (var _ = lockHome();
        var interruption = new Interruption()) {
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
        var _ = CellQueues.start(console, queues, cell::changeQueues);
        var local =
            new LocalNodes(console, machine, files.elsewhere(), dialled(listen, cell.port()))) {
      local.start(nodes);
      console
          .err()
          .printf(
              "muster: the cell listens at port %d; to join it: muster node --cell HOST:%d%n",
              cell.port(), cell.port());
      BooleanSupplier lost = () -> local.areGivenUp() && cell.nodes() == 0;
      if (!jobs.isEmpty()) {
        awaitNodes(cell, nodes, () -> interruption.requested() || lost.getAsBoolean());
      }
      int code = jobs.isEmpty() ? serve(lost, interruption) : run(cell, jobs, lost, interruption);
      console.flush();
      return interruption.requested() ? ExitCode.INTERRUPTED : code;
    }
  }

  /** Waits for the nodes that were started here: jobs that come first would be placed on some. */
  private void awaitNodes(CellDaemon cell, int nodes, BooleanSupplier inVain)
      throws InterruptedException {
    long looks = JOIN_LIMIT.dividedBy(JOIN_LOOK);
    int joined = cell.awaitNodes(nodes, JOIN_LOOK);
    if (joined < nodes) {
      int left = nodes - joined;
      console.complain(
          "waits for %d more %s to join".formatted(left, left == 1 ? "node" : "nodes"));
    }
    for (long look = 1; look < looks && joined < nodes && !inVain.getAsBoolean(); look++) {
      joined = cell.awaitNodes(nodes, JOIN_LOOK);
    }
    if (joined < nodes) {
      console.complain("%d of %d nodes have joined: jobs start on those".formatted(joined, nodes));
    }
  }

  /** Two cells of one home would take each other's nodes. */
  private ProcessLock lockHome() throws BadInputException {
    var home = machine.home();
    try {
      var file = PrivateFiles.createPassage(home).resolve("up");
      return ProcessLock.tryTake(file)
          .orElseThrow(
              () ->
                  new BadInputException(
                      "another `muster up`, %s, uses the home %s: end it, or choose another --home"
                          .formatted(ProcessLock.holder(file), home)));
    } catch (IOException refused) {
      throw new BadInputException("can't keep jobs in " + home + ": " + IoErrors.reason(refused));
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
      switch (source.parse()) {
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
              joinGraceNs,
              liveness,
              monitor,
              hybrid));
    } catch (IOException refused) {
      throw new BadInputException("can't start the cell: " + IoErrors.reason(refused));
    }
  }

  /** Until a signal, or until no node is left that could do anything. */
  private int serve(BooleanSupplier lost, Interruption interruption) throws InterruptedException {
    var end = new CountDownLatch(1);
    interruption.onSignal(end::countDown);
    while (!end.await(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
      if (lost.getAsBoolean()) {
        return noNodeLeft();
      }
    }
    return ExitCode.INTERRUPTED;
  }

  private int noNodeLeft() {
    console.complain("the nodes of this cell have ended, and no other has joined: the cell ends");
    return ExitCode.USAGE;
  }

  private record SubmittedJob(JobSpec job, Submission submission) {}

  private int run(
      CellDaemon cell, List<JobSpec> jobs, BooleanSupplier lost, Interruption interruption)
      throws BadInputException, InterruptedException {
    var submitted = new ArrayList<SubmittedJob>();
    for (var job : offer(cell, jobs)) {
      submitted.add(new SubmittedJob(job, cell.submit(job, new WaitNotices(console, job.name()))));
    }
    interruption.onSignal(() -> submitted.forEach(each -> each.submission().cancel()));
    var over = new ArrayBlockingQueue<SubmittedJob>(submitted.size());
    submitted.forEach(each -> each.submission().whenOver(() -> over.add(each)));
    int worst = ExitCode.DONE;
    for (int ended = 0; ended < submitted.size(); ) {
      var each = over.poll(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
      if (each != null) {
        worst =
            Math.max(
                worst, new JobEnd(console, cell, each.job()).report(each.submission().await()));
        ended++;
      } else if (lost.getAsBoolean()) {
        return noNodeLeft();
      }
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
}
