package dev.muster.daemon;

import dev.muster.check.Observer;
import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Timing;
import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.client.Client;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.master.CommitService;
import dev.muster.core.master.Master;
import dev.muster.core.master.Routing;
import dev.muster.core.master.state.CellRules;
import dev.muster.core.scheduler.CommitConfig;
import dev.muster.core.scheduler.Refresh;
import dev.muster.core.scheduler.Scheduler;
import dev.muster.core.scheduler.ThinkTime;
import dev.muster.core.scheduler.place.Extras;
import dev.muster.core.scheduler.place.Sampled;
import dev.muster.files.fetch.Retention;
import dev.muster.host.Host;
import dev.muster.host.Log;
import dev.muster.host.Loop;
import dev.muster.host.Waits;
import dev.muster.model.JobNumber;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.process.RunOptions;
import dev.muster.process.directory.JobDirectory;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * What is the same in every cell, wherever its nodes are: client, master and schedulers, and the
 * door through which jobs come in. It remembers nothing beyond its process.
 */
final class CellFront implements AutoCloseable {

  /**
   * @param home where the directories of jobs lie
   * @param schedulers how many share the jobs
   * @param seed for all chance; a fresh one where none is given
   * @param keepOutputs how long outputs stay after the end of their job
   * @param tellTries how often a full inbox is tried before a user hears that nobody listens
   * @param allNodes whether no other nodes will join than those that are there from the start
   * @param extras what sampling does beyond its paper
   * @param limits what schedulers may hold; whoever is not in it has no limit
   */
  record Options(
      Path home,
      int schedulers,
      OptionalLong seed,
      Duration keepOutputs,
      int tellTries,
      boolean allNodes,
      Extras extras,
      List<LimitsSet> limits) {

    static Options of(Path home, int schedulers, OptionalLong seed) {
      var keep = RunOptions.STANDARD.keepOutputs();
      return new Options(
          home, schedulers, seed, keep, TELL_TRIES, false, Extras.STANDARD, List.of());
    }

    Options withKeepOutputs(Duration time) {
      return new Options(home, schedulers, seed, time, tellTries, allNodes, extras, limits);
    }

    Options withTellTries(int count) {
      return new Options(home, schedulers, seed, keepOutputs, count, allNodes, extras, limits);
    }

    Options withAllNodes() {
      return new Options(home, schedulers, seed, keepOutputs, tellTries, true, extras, limits);
    }

    Options withExtras(Extras chosen) {
      return new Options(home, schedulers, seed, keepOutputs, tellTries, allNodes, chosen, limits);
    }

    Options withLimits(List<LimitsSet> most) {
      return new Options(home, schedulers, seed, keepOutputs, tellTries, allNodes, extras, most);
    }

    private Master.Config master(long firstJob) {
      var config =
          Master.Config.standard()
              .withFirstJob(firstJob)
              .withSchedulers(schedulers)
              .with(new CommitService.Config(CellRules.standard(), schedulers, limits))
              .with(Routing.BY_KIND);
      return allNodes ? config.settled() : config;
    }
  }

  private static final System.Logger LOGGER = System.getLogger(CellFront.class.getName());

  static final Address<MasterEvent> MASTER = MasterEvent.at(0);

  private static final Address<ClientEvent> CLIENT = ClientEvent.at(0);

  /** A scheduler dies with its master, and with that all that it could take over. */
  private static final int FIRST_LIFE = 1;

  private static final int TELL_TRIES = 1_000;
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(5);
  private static final String DEAF = "the cell does not listen";

  private final Options options;
  private final JobNumbers numbers;
  private final Observer observer;
  private final AtLimit atLimit = new AtLimit(news -> LOGGER.log(Level.INFO, news));
  private final Timing timing = Timing.standard();
  private final Host host = new Host(Log.IN_MEMORY);
  private final Loop loop = host.loop("cell");
  private final NewsDesk news = new NewsDesk();
  private final Master master;
  private final Retention retention;
  private final AtomicLong keys = new AtomicLong();

  CellFront(Options options, Observer observer) throws IOException {
    this.options = options;
    this.numbers = JobNumbers.claim(options.home());
    this.observer = options.limits().isEmpty() ? observer : observer.and(atLimit);
    long seed = options.seed().orElseGet(ThreadLocalRandom.current()::nextLong);
    add(CLIENT, new Client(0, MASTER, timing), loop);
    this.master = new Master(options.master(numbers.first()), timing);
    add(MASTER, master, loop);
    for (int index = 0; index < options.schedulers(); index++) {
      addScheduler(index, seed);
    }
    this.retention =
        Retention.start(options.home(), JobDirectory.layout(options.home()), options.keepOutputs());
    host.listen(CLIENT, event -> hear((ClientEvent) event));
  }

  private void hear(ClientEvent event) {
    if (event instanceof ClientEvent.JobEnded(var report)) {
      news.hear(new ClientEvent.JobEnded(explained(report)));
      news.later(() -> retain(report.job()));
    } else {
      news.hear(event);
    }
  }

  /** Whoever ended a job that waited at a limit hears what it waited for. */
  private JobReport explained(JobReport report) {
    var limit = atLimit.reason(report.job());
    atLimit.forget(report.job());
    return limit.isPresent() && report.state() == JobState.CANCELLED
        ? report.withReason(limit.get())
        : report;
  }

  /** From now on the time of its outputs runs; calls without results have left none. */
  void retain(long job) {
    try {
      if (JobDirectory.layout(options.home()).all(job).stream().anyMatch(Files::exists)) {
        retention.ended(job);
      }
    } catch (IOException stay) {
      LOGGER.log(Level.WARNING, "the outputs of " + JobNumber.format(job) + " stay for good", stay);
    }
  }

  /** A single one sits with the master; several have loops of their own, so that all can think. */
  private void addScheduler(int index, long seed) {
    var address = SchedulerEvent.at(index);
    var chance = Chance.of(seed, address);
    var policy = new Sampled(Sampled.Way.LATE, Sampled.DEFAULT_RATIO, options.extras(), chance);
    var itsLoop = options.schedulers() == 1 ? loop : host.loop(address.toString());
    var fit = Chance.of(seed, "fit of " + address);
    var scheduler =
        new Scheduler(index, FIRST_LIFE, MASTER, timing, policy, ThinkTime.NONE, commits(), fit);
    add(address, scheduler, itsLoop);
  }

  /** The cell may put a claim that it would refuse on a machine like the one asked for. */
  private CommitConfig commits() {
    return CommitConfig.standard()
        .repairing()
        .with(Refresh.standard().withSchedulers(options.schedulers()));
  }

  private <E extends Event> void add(Address<E> address, Actor<E> actor, Loop itsLoop) {
    host.add(address, new Watched<>(address, actor, observer), itsLoop);
  }

  /** For whoever adds nodes, or a way to them, before the start. */
  Host host() {
    return host;
  }

  /** The number of the first job. */
  long firstJob() {
    return numbers.first();
  }

  /** Where the master sits. */
  Loop loop() {
    return loop;
  }

  Timing timing() {
    return timing;
  }

  void start() {
    host.start(news::fail);
  }

  Submission submit(JobSpec job, Consumer<ClientEvent> listener) {
    var key = "request-" + keys.incrementAndGet();
    var submission = news.open(key, listener, () -> tell(new ClientEvent.AbandonJob(key)));
    numbers
        .next()
        .ifPresentOrElse(
            problem -> news.refused(new ClientEvent.JobRejected(key, problem)),
            () -> request(key, job));
    return submission;
  }

  private void request(String key, JobSpec job) {
    if (!tell(new ClientEvent.RequestJob(key, job))) {
      news.unheard(key, new IllegalStateException(DEAF));
    }
  }

  /**
   * What the user says is said once, so a full inbox is waited for; not for ever. Whether it was
   * heard.
   */
  private boolean tell(ClientEvent event) {
    for (int tries = 0; tries < options.tellTries() && !host.ended().isDone(); tries++) {
      if (host.deliver(CLIENT, event, true)) {
        return true;
      }
      Waits.pause(BETWEEN_TRIES);
    }
    return false;
  }

  /** To be asked when the cell is closed: before, its loop writes what this reads. */
  CellAudit audit() {
    return CellAudit.of(master.cellState());
  }

  long lostMessages() {
    return host.lost();
  }

  JobDirectory directory(long job) {
    return JobDirectory.of(options.home(), job);
  }

  @Override
  public void close() {
    host.close();
    news.close();
    retention.close();
  }
}
