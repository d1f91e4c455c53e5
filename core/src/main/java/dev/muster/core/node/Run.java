package dev.muster.core.node;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.IdTable;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.node.queue.QueuedTask;
import dev.muster.core.node.resource.Allocation;
import dev.muster.core.node.resource.AvailabilityTimeline;
import dev.muster.model.Demand;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.text.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * One attempt whose process runs. {@link Runs} changes the state.
 *
 * <pre>
 *   launch, adopt --> RUNNING --kill, timeout, eviction--> ENDING
 *                      |   ^                                 ^
 *               freeze |   | thaw                            | thaw
 *                      v   |                                 |
 *                     FROZEN ------kill, eviction----> ENDING_FROZEN
 * </pre>
 *
 * <p>From each of them the process may exit: EXITED.
 */
final class Run extends IdTable.Entry<Run> {

  /** The states of a run. */
  enum RunState implements Lifecycle.State<RunState> {
    RUNNING,
    /** Stands still without cpu, and so does the clock of its timeout. */
    FROZEN,
    /** Told to exit, politely or by force. */
    ENDING,
    /** Told to exit, which the process cannot do politely before it is thawed. */
    ENDING_FROZEN,
    EXITED;

    @Override
    public boolean mayBecome(RunState next) {
      return switch (this) {
        case RUNNING -> next == FROZEN || next == ENDING || next == EXITED;
        case FROZEN -> next == RUNNING || next == ENDING_FROZEN || next == EXITED;
        case ENDING -> next == EXITED;
        case ENDING_FROZEN -> next == ENDING || next == EXITED;
        case EXITED -> false;
      };
    }

    boolean isFrozen() {
      return this == FROZEN || this == ENDING_FROZEN;
    }

    boolean isEnding() {
      return this == ENDING || this == ENDING_FROZEN;
    }
  }

  /** A run that is late has at least one part in so many of its time left. */
  private static final int LATE_PARTS = 10;

  private final Work work;
  private final Address<SchedulerEvent> scheduler;
  private final Allocation allocation;
  private final long startedNs;
  private final int epoch;
  RunState state = RunState.RUNNING;

  /** Why the run was sent the signal to exit; null before. */
  @Nullable Outcome endReason;

  /** When the run was frozen last. */
  long frozenNs;

  /** When the timeout is over, and once the run is ending, the grace. */
  long dueNs = Long.MAX_VALUE;

  Run(Launch launch, Address<SchedulerEvent> scheduler, Allocation allocation, long startedNs) {
    super(launch.run());
    this.work = launch.work();
    this.scheduler = scheduler;
    this.allocation = allocation;
    this.startedNs = startedNs;
    this.epoch = launch.epoch();
  }

  /**
   * What the exit of the process means for the task: an exit that the node caused has its reason.
   */
  RunResult result(RunResult exit) {
    if (endReason == null || exit.succeeded()) {
      return exit;
    }
    var detail = exit.detail();
    if (endReason == Outcome.TIMED_OUT) {
      var limit = Quantity.formatDuration(work().spec().limits().timeoutNs());
      detail = "took longer than its timeout of " + limit + (detail.isEmpty() ? "" : "\n" + detail);
    }
    return RunResult.of(endReason, exit.exitCode(), detail).withUsage(exit.usage());
  }

  /**
   * When the run is expected to exit: any moment where it has taken longer than estimated.
   *
   * @param assume whether a run without an estimate is assumed to take as long again as it has,
   *     rather than for ever
   */
  long expectedEndNs(long nowNs, boolean assume) {
    long estimateNs = demand().estimateNs();
    if (estimateNs == 0) {
      return assume
          ? nowNs + Math.max(QueuedTask.ASSUMED_NS, nowNs - startedNs)
          : AvailabilityTimeline.NEVER;
    }
    return Math.max(nowNs + 1, Timing.later(startedNs, estimateNs));
  }

  /**
   * The same for predictions, in which a run that is late would else leave room for others any
   * moment, for as long as it runs: it is taken to be late by as much again, and more.
   */
  long predictedEndNs(long nowNs) {
    long ranNs = nowNs - startedNs;
    long lateNs = ranNs - demand().estimateNs();
    boolean isLate = demand().estimateNs() > 0 && lateNs >= 0;
    return isLate ? nowNs + 1 + lateNs + ranNs / LATE_PARTS : expectedEndNs(nowNs, true);
  }

  boolean isRunning() {
    return state == RunState.RUNNING;
  }

  boolean isEnding() {
    return state.isEnding();
  }

  /** Whether the run may still be evicted. */
  boolean isEvictable() {
    return allocation.isOpportunistic() && !allocation.isRevoked();
  }

  Address<SchedulerEvent> scheduler() {
    return scheduler;
  }

  Work work() {
    return work;
  }

  Allocation allocation() {
    return allocation;
  }

  Demand demand() {
    return allocation.demand();
  }

  Resources need() {
    return allocation.need();
  }

  /** Of the node, in which the run was launched. */
  int epoch() {
    return epoch;
  }

  long startedNs() {
    return startedNs;
  }
}
