package dev.muster.core.node;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.flat.Chain;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.node.queue.QueuedTask;
import dev.muster.core.node.queue.QueueingDelay.Hold;
import dev.muster.core.node.resource.AvailabilityTimeline;
import dev.muster.core.node.resource.AvailabilityTimeline.Release;
import dev.muster.core.node.resource.ResourceLedger;
import dev.muster.model.Tier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that has an allocation on the machine: tasks that are asked for or wait until revoked
 * allocations are released, and runs.
 *
 * <p>The resources of a guaranteed task are reserved at once, and opportunistic tasks are evicted
 * for it; the task starts when the resources are no longer in use, so that the machine never has
 * more than it can bear.
 */
final class Allocations {

  /** The order in which those start that waited for revoked allocations. */
  private static final Comparator<QueuedTask> START_ORDER =
      Comparator.<QueuedTask, Tier>comparing(task -> task.demand().tier())
          .thenComparingLong(QueuedTask::arrival);

  private final ResourceLedger ledger;
  private final Runs runs;
  private final KnownTasks known;
  private final Eviction eviction;
  private final WatchedTasks watched;
  private final boolean foresees;

  /** Tasks that have not started, in the order in which their turn came. */
  private final Chain<QueuedTask> reserved = new Chain<>();

  /** How many of those reserved are bound and wait for revoked allocations. */
  private int ready;

  /** When an opportunistic task ran last, of those that run no longer; or the node began. */
  private long lastOpportunisticNs;

  Allocations(
      ResourceLedger ledger,
      Runs runs,
      KnownTasks known,
      Eviction eviction,
      WatchedTasks watched,
      boolean foresees) {
    this.ledger = ledger;
    this.runs = runs;
    this.known = known;
    this.eviction = eviction;
    this.watched = watched;
    this.foresees = foresees;
  }

  /** The node begins. */
  void begin(long nowNs) {
    lastOpportunisticNs = nowNs;
  }

  /**
   * Reserves the resources of a task whose turn has come, and starts the task if it is bound.
   *
   * @return opportunistic tasks that had not started and are dropped
   */
  List<QueuedTask> reserve(long nowNs, QueuedTask task, Effects out) {
    ledger.reserve(task.demand());
    task.allocate();
    reserved.add(task);
    var dropped = ledger.isOvercommitted() ? reclaim(nowNs, out) : List.<QueuedTask>of();
    if (task.isBound()) {
      startBound(nowNs, task, out);
    }
    return dropped;
  }

  /** Starts a task that has an allocation and has just been bound, as soon as it can. */
  void startBound(long nowNs, QueuedTask task, Effects out) {
    ready++;
    if (ready > 1) {
      startReady(nowNs, out);
    } else if (ledger.canStart(task.need())) {
      start(nowNs, task, out);
    }
  }

  /** Starts those that waited for resources in use; none overtakes a guaranteed one. */
  void startReady(long nowNs, Effects out) {
    if (ready == 0) {
      return;
    }
    var waiting = reserved();
    waiting.removeIf(task -> !task.isBound());
    waiting.sort(START_ORDER);
    boolean guaranteedWaits = false;
    for (var task : waiting) {
      boolean mustWait = guaranteedWaits && task.isOpportunistic();
      if (!mustWait && ledger.canStart(task.need())) {
        start(nowNs, task, out);
      } else {
        guaranteedWaits |= !task.isOpportunistic();
      }
    }
  }

  private void start(long nowNs, QueuedTask task, Effects out) {
    leave(task);
    task.start();
    var allocation = ledger.use(task.demand());
    var launch = task.toLaunch(runs.epoch());
    out.launch(launch);
    runs.add(nowNs, new Run(launch, task.scheduler(), allocation, nowNs), out);
    if (launch.demand().watched()) {
      watched.changed(launch.run());
    }
  }

  /** Takes over a run of an earlier epoch of the node, and its resources. */
  void adopt(
      long nowNs, Launch launch, Address<SchedulerEvent> scheduler, long startedNs, Effects out) {
    ledger.reserve(launch.demand());
    var allocation = ledger.use(launch.demand());
    runs.add(nowNs, new Run(launch, scheduler, allocation, startedNs), out);
  }

  /**
   * Takes resources from opportunistic tasks until what is reserved fits: first from those not
   * started, the youngest first.
   *
   * @return those not started that are dropped
   */
  List<QueuedTask> reclaim(long nowNs, Effects out) {
    List<QueuedTask> dropped = new ArrayList<>();
    var candidates = reserved();
    candidates.removeIf(task -> !task.isOpportunistic());
    candidates.sort(Comparator.comparingLong(task -> -task.arrival()));
    for (var task : candidates) {
      if (ledger.isOvercommitted()) {
        drop(task);
        dropped.add(task);
      }
    }
    if (ledger.isOvercommitted()) {
      stopped(nowNs, runsOpportunistic());
      eviction.reclaim(nowNs, out);
    }
    return dropped;
  }

  /** The task has not started and never will. */
  void drop(QueuedTask task) {
    leave(task);
    known.remove(task.id());
    task.drop();
    ledger.cancel(task.demand());
  }

  private void leave(QueuedTask task) {
    reserved.remove(task);
    ready -= task.isBound() ? 1 : 0;
  }

  /** The process of the run has exited; null where there was none. */
  @Nullable Run exit(long nowNs, long id) {
    var run = runs.exit(id);
    if (run != null) {
      stopped(nowNs, run.demand().isOpportunistic());
      ledger.release(run.allocation());
    }
    return run;
  }

  /**
   * Makes a run guaranteed, where capacity allows and the run is neither frozen nor ending. One
   * that is guaranteed stays so to its end: who asks again must hear the same.
   */
  boolean promote(long nowNs, Run run, String grant, Effects out) {
    if (!run.demand().isOpportunistic()) {
      return true;
    }
    if (!run.isRunning()) {
      return false;
    }
    boolean granted = ledger.promote(run.allocation(), grant);
    if (granted) {
      stopped(nowNs, true);
      out.pace(run.id(), Pace.FULL);
    }
    return granted;
  }

  /** Makes an opportunistic task that has not started guaranteed, where capacity allows. */
  boolean promote(QueuedTask task, String grant) {
    boolean granted = ledger.promote(task.need());
    if (granted) {
      task.guaranteeBy(grant);
    }
    return granted;
  }

  /** When guaranteed allocations are expected to be released. */
  List<Release> expectedReleases(long nowNs, boolean assume) {
    List<Release> releases = new ArrayList<>(ledger.allocations());
    for (var run = runs.first(); run != null; run = run.behind()) {
      if (!run.demand().isOpportunistic()) {
        boolean predicts = assume && foresees;
        long endNs = predicts ? run.predictedEndNs(nowNs) : run.expectedEndNs(nowNs, assume);
        releases.add(new Release(endNs, run.need()));
      }
    }
    for (var task = reserved.first(); task != null; task = task.behind()) {
      if (!task.isOpportunistic()) {
        boolean endless = !assume && task.demand().estimateNs() == 0;
        long lengthNs = endless ? AvailabilityTimeline.NEVER : task.lengthNs();
        releases.add(new Release(Timing.later(nowNs, lengthNs), task.need()));
      }
    }
    return releases;
  }

  /** The tasks that have not started, as of now. */
  List<QueuedTask> reserved() {
    return reserved.all();
  }

  /** What has something of the machine, and until when by estimates. */
  List<Hold> holds(long nowNs) {
    List<Hold> holds = new ArrayList<>(ledger.allocations());
    for (var run = runs.first(); run != null; run = run.behind()) {
      if (!run.allocation().isRevoked()) {
        boolean opportunistic = run.demand().isOpportunistic();
        holds.add(new Hold(run.predictedEndNs(nowNs), run.allocation().inUse(), opportunistic));
      }
    }
    for (var task = reserved.first(); task != null; task = task.behind()) {
      long untilNs = Timing.later(nowNs, task.lengthNs());
      holds.add(new Hold(untilNs, task.need(), task.isOpportunistic()));
    }
    return holds;
  }

  // When opportunistic tasks ran.

  private void stopped(long nowNs, boolean ran) {
    if (ran) {
      lastOpportunisticNs = nowNs;
    }
  }

  /** Whether a process of one runs, and is not frozen. */
  private boolean runsOpportunistic() {
    if (ledger.opportunisticAllocations() == 0) {
      return false;
    }
    for (var run = runs.first(); run != null; run = run.behind()) {
      if (run.demand().isOpportunistic() && !run.state.isFrozen()) {
        return true;
      }
    }
    return false;
  }

  /** Since when none has run; now where one runs. */
  long lastOpportunisticNs(long nowNs) {
    return runsOpportunistic() ? nowNs : lastOpportunisticNs;
  }
}
