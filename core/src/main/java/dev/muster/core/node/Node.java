package dev.muster.core.node;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.Notice;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.Wake;
import dev.muster.core.node.queue.QueuedTask;
import dev.muster.core.node.queue.QueueingDelay;
import dev.muster.core.node.queue.WaitPredictor;
import dev.muster.core.node.queue.WaitQueue;
import dev.muster.core.node.resource.AvailabilityTimeline;
import dev.muster.core.node.resource.MaintenanceWindow;
import dev.muster.core.node.resource.ResourceLedger;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import dev.muster.model.WaitMatrix;

/**
 * One machine: the last three steps of a task's way.
 *
 * <pre>
 *   EnqueueReservation --> WaitQueue --turn--> Allocations --> Runs --RunExited--> Results
 *   PlaceTask              WithdrawReservation   asks its        KillTask            until
 *                                                scheduler                  AcknowledgeResult
 * </pre>
 *
 * <p>A task is in exactly one of these while the node knows it, so that a duplicate of its message
 * changes nothing. A {@code LaunchTask} counts only if it echoes the latest question: one that was
 * long under way can never start a task a second time.
 */
public final class Node implements Actor<NodeEvent> {

  /** Of the epoch of a node in its cell: counts how often the process joined again. */
  private static final int REJOIN_BITS = 10;

  private final int index;
  private final Address<MasterEvent> master;
  private final Timing timing;
  private final NodeConfig config;
  private final MaintenanceWindow window = new MaintenanceWindow();
  private final NodeHealth health;
  private final ResourceLedger ledger;
  private final WaitPredictor predictor;
  private final WaitQueue queue;
  private final KnownTasks known;
  private final Allocations allocations;
  private final Eviction eviction;
  private final Runs runs;
  private final Results results;
  private final OutgoingMessages messages;
  private final Dispatcher dispatcher;
  private final MachineOperations operations;
  private final SchedulerRequests requests;
  private final WatchedTasks watched;
  private final NodeLoad load;
  private final AttemptReports attemptReports;
  private final LoadReports loadReports;

  /** A node that serves first come, first served. */
  public Node(
      int index, int epoch, Resources capacity, Address<MasterEvent> master, Timing timing) {
    this(
        index,
        epoch,
        capacity,
        master,
        timing,
        NodeConfig.standard(),
        Chance.of(0, NodeEvent.at(index)),
        new NodeLifecycles());
  }

  /**
   * @param epoch counts the restarts of this node, from 1
   */
  public Node(
      int index,
      int epoch,
      Resources capacity,
      Address<MasterEvent> master,
      Timing timing,
      NodeConfig config,
      Chance chance,
      NodeLifecycles lifecycles) {
    this.index = index;
    this.master = master;
    this.timing = timing;
    this.config = config;
    var queueConfig = config.queue();
    health = new NodeHealth(lifecycles.health());
    known = new KnownTasks();
    messages = new OutgoingMessages(index, epoch, timing);
    ledger = new ResourceLedger(capacity, lifecycles.allocations());
    runs = new Runs(timing, known, lifecycles.runs(), epoch << REJOIN_BITS);
    results = new Results(index, master, timing.repeatAfterNs(), known);
    eviction = new Eviction(ledger, runs, queueConfig.opportunistic().freezes());
    watched = new WatchedTasks(known);
    allocations = new Allocations(ledger, runs, known, eviction, watched, config.foresees());
    predictor =
        new WaitPredictor(ledger, allocations::expectedReleases, window, queueConfig.backfills());
    var delay = new QueueingDelay(ledger, allocations::holds);
    queue = new WaitQueue(queueConfig, ledger, predictor, delay, window, chance);
    var admission = new AdmissionCheck(config.grants(), ledger, queue, window, health, messages);
    dispatcher =
        new Dispatcher(
            known,
            health,
            admission,
            queue,
            ledger,
            allocations,
            eviction,
            runs,
            results,
            messages);
    operations =
        new MachineOperations(ledger, window, queue, allocations, eviction, known, dispatcher);
    requests =
        new SchedulerRequests(
            lifecycles.tasks(),
            queueConfig.sampling(),
            known,
            admission,
            dispatcher,
            runs,
            results,
            messages,
            watched);
    load = new NodeLoad(ledger, queue, runs, allocations, dispatcher, predictor);
    attemptReports = new AttemptReports(index, timing.reports().attemptsEveryNs(), watched, load);
    loadReports = new LoadReports(index, runs, load, window, messages);
  }

  @Override
  public void start(long nowNs, Effects out) {
    allocations.begin(nowNs);
    out.wake(nowNs + 1, NodeTimer.JOIN);
    out.wake(timing.firstBeatNs(nowNs, index), NodeTimer.BEAT);
  }

  @Override
  public void on(long nowNs, NodeEvent event, Effects out) {
    switch (event) {
      case NodeEvent.EnqueueReservation enqueue -> requests.enqueue(nowNs, enqueue, out);
      case NodeEvent.PlaceTask place -> requests.place(nowNs, place, out);
      case NodeEvent.LaunchTask launch -> requests.launch(nowNs, launch, out);
      case NodeEvent.NoTask none -> requests.noTask(nowNs, none, out);
      case NodeEvent.WithdrawReservation withdraw -> requests.withdraw(nowNs, withdraw, out);
      case NodeEvent.KillTask kill -> requests.kill(nowNs, kill, out);
      case NodeEvent.PromoteTask promote -> requests.promote(nowNs, promote, out);
      case NodeEvent.ConfirmReservations confirm -> requests.confirm(confirm, out);
      case NodeEvent.RefineEstimates refine -> requests.refine(nowNs, refine, out);
      case NodeEvent.ReportLoad lease -> loadReports.lease(nowNs, lease, out);
      case NodeEvent.RunsMeasured measured -> attemptReports.measured(nowNs, measured, out);
      case NodeEvent.FilesCached cached -> loadReports.cached(cached);
      case NodeEvent.MemoryShort shortage -> operations.lackMemory(nowNs, shortage.bytes(), out);
      case NodeEvent.ListAttempts query -> requests.listAttempts(nowNs, query, out);
      case NodeEvent.ProbeNode probe ->
          messages.probed(probe, queue.size() + ledger.allocations(), out);
      case NodeEvent.NodeExpelled expelled -> expelled(nowNs, expelled.epoch(), out);
      case NodeEvent.AcknowledgeResult acknowledge -> requests.acknowledge(nowNs, acknowledge, out);
      case NodeEvent.RunExited exited -> exited(nowNs, exited, out);
      case NodeEvent.HealthChanged changed -> {
        if (health.ofMachine(changed.problem())) {
          healthChanged(nowNs, out);
        }
      }
      case NodeEvent.AdoptRun adopt -> adopt(nowNs, adopt, out);
      case NodeEvent.SetOpportunisticLimits limits ->
          operations.limitOpportunistic(nowNs, limits, out);
      case NodeEvent.DrainNode drain -> {
        operations.drain(nowNs, drain.on(), out);
        report(nowNs, out);
      }
      case NodeEvent.ScheduleMaintenance maintenance -> {
        operations.schedule(nowNs, maintenance, out);
        passWindow(nowNs, out);
      }
      case NodeEvent.ResizeMachine resize -> {
        operations.resize(nowNs, resize, out);
        report(nowNs, out);
      }
      case Wake wake -> wake(nowNs, (NodeTimer) wake.timer(), out);
    }
    if (watched.hasNews()) {
      attemptReports.sendNews(nowNs, out);
    }
  }

  // From the master.

  /**
   * All that epochs of the node up to this one have was given up. The node joins again once none of
   * their runs is left, so that nothing is promised twice of what these still use.
   */
  private void expelled(long nowNs, int dead, Effects out) {
    boolean isNew = dead >= runs.epoch();
    if (isNew) {
      dispatcher.dropAll();
    }
    boolean ends = runs.expel(nowNs, dead, out);
    if (isNew || ends) {
      out.publish(new Notice.NodeGivenUp(index));
    }
    if (runs.oldestEpoch() > dead) {
      report(nowNs, out);
    }
  }

  // From the machine.

  private void adopt(long nowNs, NodeEvent.AdoptRun adopt, Effects out) {
    var launch = adopt.launch();
    if (!known.contains(launch.run())) {
      var scheduler = SchedulerEvent.at(launch.scheduler());
      allocations.adopt(nowNs, launch, scheduler, nowNs - adopt.ageNs(), out);
      if (launch.demand().watched()) {
        watched.changed(launch.run());
      }
    }
  }

  private void exited(long nowNs, NodeEvent.RunExited exited, Effects out) {
    boolean changed =
        known.run(exited.run()) != null && health.exited(nowNs, exited.run(), exited.result());
    dispatcher.exited(nowNs, exited.run(), exited.result(), out);
    if (changed) {
      healthChanged(nowNs, out);
    }
  }

  /** Nothing waits at a node that is sick; others learn at once. */
  private void healthChanged(long nowNs, Effects out) {
    if (health.isSick()) {
      dispatcher.returnAll(out);
    }
    dispatcher.startAndAdvance(nowNs, out);
    report(nowNs, out);
  }

  private void wake(long nowNs, NodeTimer timer, Effects out) {
    switch (timer) {
      case JOIN -> report(nowNs, out);
      case BEAT -> beat(nowNs, out);
      case RUN_DEADLINE -> runs.wake(nowNs, out);
      case MAINTENANCE -> passWindow(nowNs, out);
      case ATTEMPT_REPORT -> attemptReports.wake(nowNs, out);
      case LOAD_REPORT -> loadReports.wake(nowNs, out);
      case LIMITS_LAPSE -> operations.lapse(nowNs, out);
    }
  }

  private void beat(long nowNs, Effects out) {
    boolean asksAhead = config.queue().sampling().askAhead() > 0;
    for (var task : asksAhead ? known.queued() : allocations.reserved()) {
      askAgain(nowNs, task, out);
    }
    eviction.evictFrozen(nowNs, out);
    results.resend(nowNs, out);
    if (health.beat(nowNs, known)) {
      healthChanged(nowNs, out);
    } else {
      report(nowNs, out);
    }
    out.wake(nowNs + timing.beatNs(), NodeTimer.BEAT);
  }

  private void askAgain(long nowNs, QueuedTask task, Effects out) {
    if (!messages.mustAskAgain(nowNs, task)) {
      return;
    }
    if (messages.hasAskedEnough(task)) {
      dispatcher.drop(nowNs, task, out);
    } else {
      messages.ask(nowNs, task, out);
    }
  }

  private void passWindow(long nowNs, Effects out) {
    if (operations.passWindow(nowNs, out)) {
      report(nowNs, out);
    }
  }

  private void report(long nowNs, Effects out) {
    out.send(
        master,
        new MasterEvent.NodeReport(
            index,
            runs.epoch(),
            runs.oldestEpoch(),
            messages.nextReport(),
            nowNs,
            ledger.capacity(),
            config.attributes(),
            ledger.available(),
            ledger.opportunisticUse(),
            queue.size(),
            runs.size(),
            load.now(nowNs, WaitMatrix.UNKNOWN),
            window.isDraining(),
            health.problem()));
  }

  // Questions.

  /** How busy the node is and is predicted to be. */
  public Load load(long nowNs) {
    return load.now(nowNs, load.forecast(nowNs).waits());
  }

  /** What is guaranteed to nobody. */
  public Resources available() {
    return ledger.available();
  }

  /** What will be available when, once every task that waits now has started. */
  AvailabilityTimeline ahead(long nowNs) {
    return predictor.afterAll(nowNs, queue.guaranteed());
  }

  public int waiting() {
    return queue.size();
  }

  public int running() {
    return runs.size();
  }

  /** How many of the allocations here are opportunistic. */
  public int opportunistic() {
    return ledger.opportunisticAllocations();
  }

  /** How often a task whose resources were committed found them unavailable. */
  public long brokenPromises() {
    return dispatcher.brokenPromises();
  }
}
