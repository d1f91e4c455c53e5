package dev.muster.core.node;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.node.queue.QueueConfig;
import dev.muster.core.node.queue.QueuedTask;
import dev.muster.core.node.queue.QueuedTask.QueuedTaskState;
import dev.muster.model.Demand;
import dev.muster.model.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Handles what schedulers send about single reservations, tasks and results. Each message may be
 * lost, duplicated or late; stale messages are ignored.
 */
final class SchedulerRequests {

  private final Lifecycle<QueuedTaskState> lifecycle;
  private final QueueConfig.Sampling sampling;
  private final KnownTasks known;
  private final AdmissionCheck admission;
  private final Dispatcher dispatcher;
  private final Runs runs;
  private final Results results;
  private final OutgoingMessages messages;
  private final WatchedTasks watched;
  private final KnownEpochs epochs;
  private long arrivals;

  SchedulerRequests(
      Lifecycle<QueuedTaskState> lifecycle,
      QueueConfig.Sampling sampling,
      KnownTasks known,
      AdmissionCheck admission,
      Dispatcher dispatcher,
      Runs runs,
      Results results,
      OutgoingMessages messages,
      WatchedTasks watched) {
    this.lifecycle = lifecycle;
    this.sampling = sampling;
    this.known = known;
    this.admission = admission;
    this.dispatcher = dispatcher;
    this.runs = runs;
    this.results = results;
    this.messages = messages;
    this.watched = watched;
    this.epochs = new KnownEpochs(known, dispatcher, runs, results);
  }

  void enqueue(long nowNs, NodeEvent.EnqueueReservation enqueue, Effects out) {
    var task =
        arrive(nowNs, enqueue.scheduler(), enqueue.reservation(), enqueue.demand(), null, out);
    if (known.queued(task.id()) == task && !task.isAllocated()) {
      saysBusy(nowNs, task, enqueue.hedged(), out);
    }
  }

  /** A scheduler that hedges hears it of every reservation that waits, others of long waits. */
  private void saysBusy(long nowNs, QueuedTask task, boolean hedged, Effects out) {
    if (hedged) {
      messages.busy(task, runs.soonestPredictedNs(nowNs) - nowNs, out);
      return;
    }
    long busyAboveNs = sampling.busyAboveNs();
    long forNs = busyAboveNs == 0 ? 0 : runs.soonestEndNs() - nowNs;
    if (busyAboveNs > 0 && forNs >= busyAboveNs) {
      messages.busy(task, forNs, out);
    }
  }

  void place(long nowNs, NodeEvent.PlaceTask place, Effects out) {
    arrive(nowNs, place.scheduler(), place.reservation(), place.demand(), place.work(), out);
    if (place.demand().watched() && known.contains(place.reservation())) {
      watched.changed(place.reservation());
    }
  }

  private QueuedTask arrive(
      long nowNs,
      Address<SchedulerEvent> scheduler,
      long id,
      Demand demand,
      @Nullable Work work,
      Effects out) {
    var task = new QueuedTask(lifecycle, id, scheduler, arrivals++, nowNs, demand, work);
    if (!epochs.isStale(scheduler, id)) {
      dispatcher.admit(nowNs, task, out);
    }
    return task;
  }

  void launch(long nowNs, NodeEvent.LaunchTask launch, Effects out) {
    var task = known.queued(launch.reservation());
    if (task != null && task.isAnsweredBy(launch.request())) {
      dispatcher.bind(nowNs, task, launch.work(), out);
    }
  }

  void noTask(long nowNs, NodeEvent.NoTask none, Effects out) {
    var task = known.queued(none.reservation());
    if (task != null && task.isAnsweredBy(none.request())) {
      dispatcher.drop(nowNs, task, out);
    }
  }

  void withdraw(long nowNs, NodeEvent.WithdrawReservation withdraw, Effects out) {
    var task = known.queued(withdraw.reservation());
    if (task != null && task.isWithdrawable()) {
      dispatcher.drop(nowNs, task, out);
    }
  }

  void kill(long nowNs, NodeEvent.KillTask kill, Effects out) {
    long id = kill.reservation();
    var run = known.run(id);
    if (run != null) {
      runs.end(nowNs, run, Outcome.KILLED, out);
      return;
    }
    var task = known.queued(id);
    if (task != null) {
      dispatcher.drop(nowNs, task, out);
    } else {
      admission.killed(id);
    }
    if (!results.holds(id)) {
      messages.confirmed(kill.scheduler(), kill.sentNs(), List.of(), List.of(id), out);
    }
  }

  void promote(long nowNs, NodeEvent.PromoteTask promote, Effects out) {
    boolean granted = dispatcher.promote(nowNs, promote.reservation(), promote.grant(), out);
    messages.promoted(promote, granted, out);
    watched.promoted(promote.reservation());
    dispatcher.advance(nowNs, out);
  }

  /** Only its own scheduler knows better how long a task takes. */
  void refine(long nowNs, NodeEvent.RefineEstimates refine, Effects out) {
    for (var each : refine.refined()) {
      var run = known.run(each.reservation());
      var task = known.queued(each.reservation());
      if (run != null && run.scheduler().equals(refine.scheduler())) {
        dispatcher.refine(run, each.estimateNs());
      } else if (task != null && task.scheduler().equals(refine.scheduler())) {
        dispatcher.refine(task, each.estimateNs());
      }
    }
    dispatcher.advance(nowNs, out);
    dispatcher.shed(nowNs, out);
  }

  void confirm(NodeEvent.ConfirmReservations confirm, Effects out) {
    List<Long> held = new ArrayList<>();
    List<Long> unknown = new ArrayList<>();
    for (var reservation : confirm.reservations()) {
      (known.contains(reservation) ? held : unknown).add(reservation);
    }
    messages.confirmed(confirm.scheduler(), confirm.sentNs(), held, unknown, out);
  }

  void listAttempts(long nowNs, NodeEvent.ListAttempts query, Effects out) {
    if (epochs.supersede(nowNs, query, out)) {
      messages.listed(query, epochs.held(query.scheduler()), out);
    }
  }

  void acknowledge(long nowNs, NodeEvent.AcknowledgeResult acknowledge, Effects out) {
    if (results.acknowledged(acknowledge.reservation())) {
      out.forget(acknowledge.reservation());
    }
    dispatcher.advance(nowNs, out);
  }
}
