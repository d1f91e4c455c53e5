package dev.muster.daemon;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Timing.Liveness;
import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.client.Client;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.Notice;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.master.Master;
import dev.muster.core.master.MasterConfig;
import dev.muster.core.master.Routing;
import dev.muster.core.master.state.cell.CellConfig;
import dev.muster.core.master.state.cell.CellRules;
import dev.muster.core.monitor.Monitor;
import dev.muster.core.monitor.MonitorConfig;
import dev.muster.core.scheduler.Placers;
import dev.muster.core.scheduler.Scheduler;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.core.scheduler.place.commit.Refresh;
import dev.muster.core.scheduler.place.estimated.EstimatedOptions;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.files.fetch.Retention;
import dev.muster.host.Host;
import dev.muster.host.Log;
import dev.muster.host.Loop;
import dev.muster.host.Waits;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.queue.QueueTree;
import dev.muster.model.text.JobNumber;
import dev.muster.process.directory.JobDirectory;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The control plane of a cell, wherever its nodes are: client, master, monitor and schedulers, and
 * the way in for jobs. Nothing of it outlives the process.
 */
final class ControlPlane implements AutoCloseable {

  /**
   * @param home where the directories of jobs lie
   * @param schedulers how many share the jobs
   * @param seed for all chance; a fresh one where none is given
   * @param keepOutputs how long outputs stay after the end of their job
   * @param joinGraceNs how long a job that no node can run waits for others to join
   * @param extras what sampling does beyond its paper
   * @param limits what schedulers may hold; whoever is not in it has no limit
   * @param liveness after how long without a report a node is avoided, and given up
   * @param monitor what the monitor has nodes do about opportunistic tasks
   * @param hybrid which tasks of the policy {@code hybrid} get containers
   */
  record ControlOptions(
      Path home,
      int schedulers,
      OptionalLong seed,
      Duration keepOutputs,
      long joinGraceNs,
      SampledOptions extras,
      List<LimitsSet> limits,
      Liveness liveness,
      MonitorConfig monitor,
      HybridOptions hybrid) {

    private MasterConfig master(long firstJob) {
      return MasterConfig.standard()
          .withFirstJob(firstJob)
          .withSchedulers(schedulers)
          .withJoinGraceNs(joinGraceNs)
          .with(new CellConfig(CellRules.standard(), schedulers, limits))
          .with(Routing.BY_KIND);
    }
  }

  /** Lets tests see what an actor receives and does. */
  interface ActorDecorator {

    ActorDecorator NONE = new ActorDecorator() {};

    default <E extends Event> Actor<E> decorate(Address<E> address, Actor<E> actor) {
      return actor;
    }
  }

  private static final System.Logger LOGGER = System.getLogger(ControlPlane.class.getName());

  static final Address<MasterEvent> MASTER = MasterEvent.at(0);

  private static final Address<ClientEvent> CLIENT = ClientEvent.at(0);

  /** Schedulers and the monitor die with their master: there is never anything to take over. */
  private static final int FIRST_EPOCH = 1;

  /** How often a full inbox is tried before a request fails. */
  static final int REQUEST_TRIES = 1_000;

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(5);
  private static final String NOT_LISTENING = "the cell does not listen";

  private final ControlOptions options;
  private final JobNumbers numbers;
  private final int requestTries;
  private final ActorDecorator decorator;
  private final LimitWaits limitWaits = new LimitWaits(line -> LOGGER.log(Level.INFO, line));
  private final JoinedNodes joinedNodes = new JoinedNodes();
  private final DaemonLifecycle lifecycle = new DaemonLifecycle();
  private final Timing timing;
  private final Host host = new Host(Log.IN_MEMORY);
  private final Loop loop = host.loop("cell");
  private final ClientSubmissions submissions = new ClientSubmissions();
  private final Master master;
  private final Retention retention;
  private final AtomicLong keys = new AtomicLong();

  /** Those who wait to hear whether the cell has the queues that they asked for. */
  private final QueueAnswers queueAnswers = new QueueAnswers();

  /** The subscriber receives, on the loops of the actors, all that they publish. */
  ControlPlane(ControlOptions options, Consumer<Event> subscriber) throws IOException {
    this(options, subscriber, ActorDecorator.NONE, REQUEST_TRIES);
  }

  ControlPlane(
      ControlOptions options,
      Consumer<Event> subscriber,
      ActorDecorator decorator,
      int requestTries)
      throws IOException {
    this.options = options;
    this.decorator = decorator;
    this.requestTries = requestTries;
    this.timing = Timing.standard().with(options.liveness());
    AbandonedTasks.endAll(options.home());
    this.numbers = JobNumbers.claim(options.home());
    long seed = options.seed().orElseGet(ThreadLocalRandom.current()::nextLong);
    add(CLIENT, new Client(0, MASTER, timing), loop, subscriber.andThen(this::answered));
    this.master = Master.alone(options.master(numbers.first()), timing);
    add(MASTER, master, loop, subscriber.andThen(this::noticed));
    var monitor = new Monitor(FIRST_EPOCH, MASTER, timing, options.monitor());
    add(MonitorEvent.AT, monitor, loop, subscriber);
    for (int index = 0; index < options.schedulers(); index++) {
      addScheduler(index, seed, subscriber);
    }
    this.retention =
        Retention.start(options.home(), JobDirectory.layout(options.home()), options.keepOutputs());
  }

  private void noticed(Event event) {
    switch (event) {
      case Notice.TransactionClosed closed -> limitWaits.closed(closed);
      case Notice.NodeJoined joined -> joinedNodes.add(joined.node());
      default -> {}
    }
  }

  private void answered(Event event) {
    queueAnswers.answered(event);
    if (event instanceof ClientEvent.JobEnded(var report)) {
      submissions.answer(new ClientEvent.JobEnded(explained(report)));
      submissions.later(() -> retain(report.job()));
    } else {
      submissions.answer((ClientEvent) event);
    }
  }

  /** A job that was cancelled while it waited at a limit ends with that reason. */
  private JobReport explained(JobReport report) {
    var limit = limitWaits.reason(report.job());
    limitWaits.forget(report.job());
    return limit.isPresent() && report.state() == JobState.CANCELLED
        ? report.withReason(limit.get())
        : report;
  }

  /** Starts the retention of a job's outputs; calls without results have left none. */
  void retain(long job) {
    try {
      if (JobDirectory.layout(options.home()).all(job).stream().anyMatch(Files::exists)) {
        retention.ended(job);
      }
    } catch (IOException stay) {
      LOGGER.log(Level.WARNING, "the outputs of " + JobNumber.format(job) + " stay for good", stay);
    }
  }

  /** A single one shares the master's loop; several have loops of their own, to think at once. */
  private void addScheduler(int index, long seed, Consumer<Event> subscriber) {
    var address = SchedulerEvent.at(index);
    var chance = Chance.of(seed, address);
    var itsLoop = options.schedulers() == 1 ? loop : host.loop(address.toString());
    var fit = Chance.of(seed, "fit of " + address);
    var candidates = Chance.of(seed, "candidates of " + address);
    var tiers = Chance.of(seed, "tiers of " + address);
    var placers =
        Placers.standard(
            options.extras(),
            chance,
            commits(),
            fit,
            EstimatedOptions.STANDARD,
            candidates,
            options.hybrid(),
            tiers);
    var scheduler = new Scheduler(index, FIRST_EPOCH, MASTER, timing, ThinkTime.NONE, placers);
    add(address, scheduler, itsLoop, subscriber);
  }

  /** The cell may put a claim that it would refuse on a machine like the one asked for. */
  private CommitConfig commits() {
    return CommitConfig.standard()
        .repairing()
        .with(Refresh.standard().withSchedulers(options.schedulers()));
  }

  private <E extends Event> void add(
      Address<E> address, Actor<E> actor, Loop itsLoop, Consumer<Event> subscriber) {
    host.add(address, decorator.decorate(address, actor), itsLoop);
    host.listen(address, subscriber);
  }

  Host host() {
    return host;
  }

  long firstJob() {
    return numbers.first();
  }

  Loop loop() {
    return loop;
  }

  Timing timing() {
    return timing;
  }

  void start() {
    host.start(submissions::fail);
    lifecycle.started();
  }

  JoinedNodes joinedNodes() {
    return joinedNodes;
  }

  Submission submit(JobSpec job, Consumer<ClientEvent> listener) {
    var key = "request-" + keys.incrementAndGet();
    var submission = submissions.open(key, listener, this::request);
    numbers
        .next()
        .ifPresentOrElse(
            problem -> submissions.rejected(new ClientEvent.JobRejected(key, problem)),
            () -> submit(key, job));
    return submission;
  }

  private void submit(String key, JobSpec job) {
    if (!request(new ClientEvent.RequestJob(key, job))) {
      submissions.failed(key, new IllegalStateException(NOT_LISTENING));
    }
  }

  /** A request is made once, so a full inbox is retried up to a limit; false if all tries fail. */
  private boolean request(ClientEvent event) {
    for (int tries = 0; tries < requestTries && isListening(); tries++) {
      if (host.deliver(CLIENT, event, true)) {
        return true;
      }
      Waits.pause(BETWEEN_TRIES);
    }
    return false;
  }

  /**
   * Gives the cell other queues, all or nothing.
   *
   * @return why it keeps those that it has; empty once it has the new ones
   */
  CompletableFuture<List<String>> changeQueues(QueueTree tree) {
    var answer = queueAnswers.next();
    if (!request(new ClientEvent.RequestQueues(answer.revision(), tree))) {
      answer.problems().complete(List.of(NOT_LISTENING));
    }
    return answer.problems();
  }

  /** All schedulers are asked: those that do not have the job do not answer. */
  void explain(SchedulerEvent.ExplainTask question) {
    for (int index = 0; index < options.schedulers(); index++) {
      host.deliver(SchedulerEvent.at(index), question, true);
    }
  }

  private boolean isListening() {
    return lifecycle.isRunning() && !host.ended().isDone();
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
    lifecycle.stop(
        () -> {
          host.close();
          submissions.close();
          retention.close();
        });
  }
}
