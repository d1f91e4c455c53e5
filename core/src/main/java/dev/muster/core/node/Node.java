package dev.muster.core.node;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.Wake;
import dev.muster.core.node.queue.QueuedTask;
import dev.muster.core.node.queue.QueuedTask.QueuedTaskState;
import dev.muster.core.node.queue.WaitPredictor;
import dev.muster.core.node.queue.WaitQueue;
import dev.muster.core.node.resource.AvailabilityTimeline;
import dev.muster.core.node.resource.MaintenanceWindow;
import dev.muster.core.node.resource.ResourceLedger;
import dev.muster.model.Demand;
import dev.muster.model.Load;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.WaitMatrix;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  private final int index;
  private final Address<MasterEvent> master;
  private final Timing timing;
  private final NodeConfig config;
  private final Lifecycle<QueuedTaskState> taskLifecycle = new Lifecycle<>(QueuedTaskState.class);
  private final MaintenanceWindow window = new MaintenanceWindow();
  private final ResourceLedger ledger;
  private final WaitPredictor predictor;
  private final WaitQueue queue;
  private final Allocations allocations;
  private final Eviction eviction;
  private final Runs runs;
  private final Results results;
  private final OutgoingMessages messages;
  private final AdmissionCheck admission;
  private final Dispatcher dispatcher;
  private final MachineOperations operations;
  private final SchedulerEpochs epochs;
  private long arrivals;

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
        Chance.of(0, NodeEvent.at(index)));
  }

  /** The epoch counts the restarts of this node, from 1. */
  public Node(
      int index,
      int epoch,
      Resources capacity,
      Address<MasterEvent> master,
      Timing timing,
      NodeConfig config,
      Chance chance) {
    this.index = index;
    this.master = master;
    this.timing = timing;
    this.config = config;
    var queueConfig = config.queue();
    var tasks = new LongMap<QueuedTask>();
    messages = new OutgoingMessages(index, epoch, timing);
    ledger = new ResourceLedger(capacity);
    runs = new Runs(timing);
    results = new Results(index, master, timing.askAgainNs());
    eviction = new Eviction(ledger, runs, queueConfig.opportunistic().freezes());
    allocations = new Allocations(ledger, runs, tasks, eviction);
    predictor =
        new WaitPredictor(ledger, allocations::expectedReleases, window, queueConfig.backfills());
    queue = new WaitQueue(queueConfig, ledger, predictor, window, chance);
    admission = new AdmissionCheck(config.grants(), ledger, queue, window, messages);
    dispatcher =
        new Dispatcher(
            tasks, admission, queue, ledger, allocations, eviction, runs, results, messages);
    operations =
        new MachineOperations(ledger, window, queue, allocations, eviction, dispatcher, messages);
    epochs = new SchedulerEpochs(dispatcher, runs, results);
  }

  @Override
  public void start(long nowNs, Effects out) {
    allocations.begin(nowNs);
    report(nowNs, out);
    out.wake(timing.firstBeatNs(nowNs, index), NodeTimer.BEAT);
  }

  @Override
  public void on(long nowNs, NodeEvent event, Effects out) {
    switch (event) {
      case NodeEvent.EnqueueReservation enqueue -> enqueue(nowNs, enqueue, out);
      case NodeEvent.PlaceTask place -> place(nowNs, place, out);
      case NodeEvent.LaunchTask launch -> launch(nowNs, launch, out);
      case NodeEvent.NoTask none -> noTask(nowNs, none, out);
      case NodeEvent.WithdrawReservation withdraw -> withdraw(nowNs, withdraw, out);
      case NodeEvent.KillTask kill -> kill(nowNs, kill, out);
      case NodeEvent.PromoteTask promote -> promote(nowNs, promote, out);
      case NodeEvent.ConfirmReservations confirm -> confirm(confirm, out);
      case NodeEvent.ListAttempts query -> listAttempts(nowNs, query, out);
      case NodeEvent.ProbeNode probe ->
          messages.probed(probe, queue.size() + ledger.allocations(), out);
      case NodeEvent.AcknowledgeResult acknowledge -> acknowledge(nowNs, acknowledge, out);
      case NodeEvent.RunExited exited ->
          dispatcher.exited(nowNs, exited.run(), exited.result(), out);
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
  }

  // From schedulers, about one reservation or task.

  private void enqueue(long nowNs, NodeEvent.EnqueueReservation enqueue, Effects out) {
    var task =
        arrive(nowNs, enqueue.scheduler(), enqueue.reservation(), enqueue.demand(), null, out);
    long busyAboveNs = config.queue().sampling().busyAboveNs();
    if (busyAboveNs > 0 && dispatcher.find(task.id()) == task && !task.isAllocated()) {
      long forNs = runs.soonestEndNs() - nowNs;
      if (forNs >= busyAboveNs) {
        messages.busy(task, forNs, out);
      }
    }
  }

  private void place(long nowNs, NodeEvent.PlaceTask place, Effects out) {
    arrive(nowNs, place.scheduler(), place.reservation(), place.demand(), place.work(), out);
  }

  private QueuedTask arrive(
      long nowNs,
      Address<SchedulerEvent> scheduler,
      long id,
      Demand demand,
      @Nullable Work work,
      Effects out) {
    var task = new QueuedTask(taskLifecycle, id, scheduler, arrivals++, nowNs, demand, work);
    if (!epochs.isStale(scheduler, id)) {
      dispatcher.admit(nowNs, task, out);
    }
    return task;
  }

  private void launch(long nowNs, NodeEvent.LaunchTask launch, Effects out) {
    var task = dispatcher.find(launch.reservation());
    if (task != null && task.isAnsweredBy(launch.ask())) {
      dispatcher.bind(nowNs, task, launch.work(), out);
    }
  }

  private void noTask(long nowNs, NodeEvent.NoTask none, Effects out) {
    var task = dispatcher.find(none.reservation());
    if (task != null && task.isAnsweredBy(none.ask())) {
      dispatcher.drop(nowNs, task, out);
    }
  }

  private void withdraw(long nowNs, NodeEvent.WithdrawReservation withdraw, Effects out) {
    var task = dispatcher.find(withdraw.reservation());
    if (task != null && task.isWithdrawable()) {
      dispatcher.drop(nowNs, task, out);
    }
  }

  private void kill(long nowNs, NodeEvent.KillTask kill, Effects out) {
    long id = kill.reservation();
    var run = runs.find(id);
    if (run != null) {
      runs.end(nowNs, run, Outcome.KILLED, out);
      return;
    }
    var task = dispatcher.find(id);
    if (task != null) {
      dispatcher.drop(nowNs, task, out);
    } else {
      admission.killed(id);
    }
    if (!results.holds(id)) {
      messages.confirmed(kill.scheduler(), kill.askedNs(), List.of(), List.of(id), out);
    }
  }

  private void promote(long nowNs, NodeEvent.PromoteTask promote, Effects out) {
    boolean granted = dispatcher.promote(promote.reservation(), promote.grant(), out);
    messages.promoted(promote, granted, out);
    dispatcher.advance(nowNs, out);
  }

  private void confirm(NodeEvent.ConfirmReservations confirm, Effects out) {
    List<Long> held = new ArrayList<>();
    List<Long> unknown = new ArrayList<>();
    for (var reservation : confirm.reservations()) {
      (dispatcher.knows(reservation) ? held : unknown).add(reservation);
    }
    messages.confirmed(confirm.scheduler(), confirm.askedNs(), held, unknown, out);
  }

  private void listAttempts(long nowNs, NodeEvent.ListAttempts query, Effects out) {
    if (epochs.supersede(nowNs, query, out)) {
      messages.listed(query, epochs.held(query.scheduler()), out);
    }
  }

  private void acknowledge(long nowNs, NodeEvent.AcknowledgeResult acknowledge, Effects out) {
    if (results.acknowledged(acknowledge.reservation())) {
      out.forget(acknowledge.reservation());
    }
    dispatcher.advance(nowNs, out);
  }

  // From the machine.

  private void adopt(long nowNs, NodeEvent.AdoptRun adopt, Effects out) {
    var launch = adopt.launch();
    if (!dispatcher.knows(launch.run())) {
      var scheduler = SchedulerEvent.at(launch.scheduler());
      allocations.adopt(nowNs, launch, scheduler, nowNs - adopt.ageNs(), out);
    }
  }

  private void wake(long nowNs, NodeTimer timer, Effects out) {
    switch (timer) {
      case BEAT -> beat(nowNs, out);
      case RUN_DEADLINE -> runs.wake(nowNs, out);
      case MAINTENANCE -> passWindow(nowNs, out);
    }
  }

  private void beat(long nowNs, Effects out) {
    boolean asksAhead = config.queue().sampling().askAhead() > 0;
    for (var task : asksAhead ? dispatcher.tasks() : allocations.reserved()) {
      askAgain(nowNs, task, out);
    }
    eviction.evictFrozen(nowNs, out);
    results.resend(nowNs, out);
    report(nowNs, out);
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
            messages.nextReport(),
            nowNs,
            ledger.capacity(),
            config.attributes(),
            ledger.available(),
            queue.size(),
            runs.size(),
            load(nowNs),
            window.isDraining()));
  }

  // Questions.

  /** How busy the node is and is predicted to be. */
  public Load load(long nowNs) {
    return new Load(
        queue.workNs(),
        runs.remainingNs(nowNs),
        nowNs - allocations.lastOpportunisticNs(),
        config.predictsWaits() ? predictor.waits(nowNs, queue) : WaitMatrix.UNTOLD);
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

  /** How often a task whose resources were committed found them unavailable. */
  public long brokenPromises() {
    return dispatcher.brokenPromises();
  }

  @Override
  public List<Lifecycle<?>> lifecycles() {
    return List.of(taskLifecycle, ledger.lifecycle(), runs.lifecycle());
  }
}
