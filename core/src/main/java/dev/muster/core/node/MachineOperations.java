package dev.muster.core.node;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.node.queue.QueuedTask;
import dev.muster.core.node.queue.WaitQueue;
import dev.muster.core.node.resource.MaintenanceWindow;
import dev.muster.core.node.resource.ResourceLedger;
import dev.muster.core.node.resource.SpareShare;
import java.util.function.Predicate;

/** What operators and the monitor do to the whole machine: drain, maintain, resize, limit. */
final class MachineOperations {

  private final ResourceLedger ledger;
  private final MaintenanceWindow window;
  private final WaitQueue queue;
  private final Allocations allocations;
  private final Eviction eviction;
  private final KnownTasks known;
  private final Dispatcher dispatcher;

  /** When the limits of opportunistic tasks lapse. */
  private long limitedUntilNs = Long.MAX_VALUE;

  MachineOperations(
      ResourceLedger ledger,
      MaintenanceWindow window,
      WaitQueue queue,
      Allocations allocations,
      Eviction eviction,
      KnownTasks known,
      Dispatcher dispatcher) {
    this.ledger = ledger;
    this.window = window;
    this.queue = queue;
    this.allocations = allocations;
    this.eviction = eviction;
    this.known = known;
    this.dispatcher = dispatcher;
  }

  void drain(long nowNs, boolean on, Effects out) {
    window.drain(on);
    changeIntake(nowNs, out);
  }

  /** Schedules a maintenance window, or cancels it where its time is negative. */
  void schedule(long nowNs, NodeEvent.ScheduleMaintenance maintenance, Effects out) {
    if (maintenance.inNs() < 0) {
      window.cancel();
    } else {
      window.schedule(nowNs, maintenance.inNs(), maintenance.forNs());
      out.wake(window.fromNs(), NodeTimer.MAINTENANCE);
      out.wake(window.untilNs(), NodeTimer.MAINTENANCE);
    }
    queue.replan();
    dispatcher.advance(nowNs, out);
  }

  /** Opens or closes the maintenance window by this time; false where neither is due. */
  boolean passWindow(long nowNs, Effects out) {
    if (!window.pass(nowNs)) {
      return false;
    }
    if (window.isOpen()) {
      eviction.evictAll(nowNs, out);
      returnAll(QueuedTask::isAllocated, out);
    }
    changeIntake(nowNs, out);
    return true;
  }

  /** The node takes new work from now on, or none. */
  private void changeIntake(long nowNs, Effects out) {
    if (window.isDraining()) {
      returnAll(task -> !task.isAllocated(), out);
    }
    queue.replan();
    dispatcher.advance(nowNs, out);
  }

  private void returnAll(Predicate<QueuedTask> which, Effects out) {
    for (var task : known.queued()) {
      if (which.test(task)) {
        dispatcher.returnTask(task, ReturnReason.DRAINING, "the node takes no new work", out);
      }
    }
  }

  void resize(long nowNs, NodeEvent.ResizeMachine resize, Effects out) {
    ledger.resize(resize.capacity());
    for (var task : known.queued()) {
      if (!task.need().fitsIn(ledger.capacity())) {
        var detail = OutgoingMessages.shortfall(task, ledger.capacity());
        dispatcher.returnTask(task, ReturnReason.TOO_LARGE, detail, out);
      }
    }
    var dropped = allocations.reclaim(nowNs, out);
    dispatcher.returnEvicted(dropped, "the machine has become smaller", out);
    dispatcher.startAndAdvance(nowNs, out);
  }

  /** The machine has too little memory, whatever was allocated; enough where 0. */
  void lackMemory(long nowNs, long bytes, Effects out) {
    eviction.relieve(nowNs, bytes, out);
    if (bytes > 0) {
      for (var task : allocations.reserved()) {
        if (task.isOpportunistic()) {
          dispatcher.returnTask(task, ReturnReason.EVICTED, "the machine lacks memory", out);
        }
      }
    }
    dispatcher.startAndAdvance(nowNs, out);
  }

  /** What runs beyond a lower limit goes on: only guaranteed tasks take anything from it. */
  void limitOpportunistic(long nowNs, NodeEvent.SetOpportunisticLimits limits, Effects out) {
    queue.limitOpportunistic(
        new SpareShare(limits.cpuShare(), limits.shareOfMemory()),
        limits.shedAboveNs(),
        limits.forNs() > 0);
    limitedUntilNs = limits.forNs() == 0 ? Long.MAX_VALUE : Timing.later(nowNs, limits.forNs());
    if (limitedUntilNs < Long.MAX_VALUE) {
      out.wake(limitedUntilNs, NodeTimer.LIMITS_LAPSE);
    }
    dispatcher.advance(nowNs, out);
    dispatcher.shed(nowNs, out);
  }

  /** Limits that nobody has renewed are lifted. */
  void lapse(long nowNs, Effects out) {
    if (nowNs >= limitedUntilNs) {
      limitedUntilNs = Long.MAX_VALUE;
      queue.liftLimits();
      dispatcher.advance(nowNs, out);
    }
  }
}
