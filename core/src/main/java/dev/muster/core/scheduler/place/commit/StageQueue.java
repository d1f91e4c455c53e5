package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timer;
import dev.muster.core.scheduler.place.commit.CommitStage.CommitStageState;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The stages that wait for a decision, and the one place where they change their state.
 *
 * <p>There are two queues: eager stages wait for a delta together where the replica is full, and
 * nobody else waits for them. Stages that found too few machines back off before they are queued
 * again. However many back off, one timer is set.
 */
final class StageQueue {

  private enum CommitTimer implements Timer {
    /** Stages that backed off are queued again. */
    RETRY
  }

  private static final long NEVER = Long.MAX_VALUE;

  /** Doubling stops here, well below the size of a long. */
  private static final int MOST_DOUBLINGS = 20;

  private record BackingOff(long dueNs, long number, CommitStage stage) {}

  private final CommitConfig.Retry retry;
  private final Chance chance;
  private final Lifecycle<CommitStageState> lifecycle = new Lifecycle<>(CommitStageState.class);
  private final ArrayDeque<CommitStage> synchronised = new ArrayDeque<>();
  private final ArrayDeque<CommitStage> eager = new ArrayDeque<>();

  /** Whether an eager stage found no machine with anything free since the last delta. */
  private boolean full;

  private final PriorityQueue<BackingOff> backingOff =
      new PriorityQueue<>(
          Comparator.comparingLong(BackingOff::dueNs).thenComparingLong(BackingOff::number));
  private long lastNumber;
  private long allDueNs = NEVER;
  private long timerNs = NEVER;

  StageQueue(CommitConfig.Retry retry, Chance chance) {
    this.retry = retry;
    this.chance = chance;
  }

  Lifecycle<?> lifecycle() {
    return lifecycle;
  }

  private void change(CommitStage stage, CommitStageState next) {
    stage.become(lifecycle.change(stage.state(), next));
  }

  void add(CommitStage stage) {
    change(stage, CommitStageState.QUEUED);
    queueOf(stage).add(stage);
  }

  /** The stage is next again. */
  void addFirst(CommitStage stage) {
    change(stage, CommitStageState.QUEUED);
    queueOf(stage).addFirst(stage);
  }

  private ArrayDeque<CommitStage> queueOf(CommitStage stage) {
    return stage.strategy.isEager() ? eager : synchronised;
  }

  /** The eager stages wait until a delta is {@link #received}. */
  void waitForDelta() {
    full = true;
  }

  void received() {
    full = false;
  }

  /** Takes out the stage that has waited longest, of those that need not wait for a delta. */
  @Nullable CommitStage next() {
    var one = synchronised.peek();
    var other = full ? null : eager.peek();
    boolean isOther = other != null && (one == null || other.waitsLongerThan(one));
    var next = isOther ? eager.poll() : synchronised.poll();
    if (next != null) {
      change(next, CommitStageState.DECIDING);
    }
    return next;
  }

  /** A stage that is being decided about wants nothing more. */
  void settle(CommitStage stage) {
    change(stage, CommitStageState.SETTLED);
    stage.succeeded();
  }

  // Backing off.

  /** The stage is queued again after a time that doubles with each try in a row. */
  void backOff(long nowNs, CommitStage stage, Effects out) {
    change(stage, CommitStageState.BACKING_OFF);
    long dueNs = nowNs + delayNs(stage.failedAgain());
    backingOff.add(new BackingOff(dueNs, ++lastNumber, stage));
    setTimer(dueNs, out);
  }

  private long delayNs(int before) {
    long doubled = retry.firstNs() << Math.min(before, MOST_DOUBLINGS);
    long ns = doubled < retry.firstNs() ? retry.mostNs() : Math.min(retry.mostNs(), doubled);
    return retry.jitter() == 0
        ? ns
        : Math.round(ns * (1 + retry.jitter() * (2 * chance.nextDouble() - 1)));
  }

  /** Resources were released: no stage backs off for much longer. */
  void hasten(long nowNs, Effects out) {
    if (retry.hastens() && allDueNs == NEVER && !backingOff.isEmpty()) {
      allDueNs = nowNs + retry.firstNs();
      setTimer(allDueNs, out);
    }
  }

  /** Queues the stages that have backed off for long enough; false for another's timer. */
  boolean wake(long nowNs, Timer timer, Effects out) {
    if (timer != CommitTimer.RETRY) {
      return false;
    }
    if (nowNs < timerNs) {
      return true; // left over: an earlier timer was set after this one
    }
    timerNs = NEVER;
    boolean all = allDueNs <= nowNs;
    allDueNs = all ? NEVER : allDueNs;
    var next = backingOff.peek();
    while (next != null && (all || next.dueNs <= nowNs)) {
      backingOff.remove();
      add(next.stage);
      next = backingOff.peek();
    }
    setTimer(next == null ? allDueNs : Math.min(allDueNs, next.dueNs), out);
    return true;
  }

  private void setTimer(long atNs, Effects out) {
    if (atNs < timerNs) {
      timerNs = atNs;
      out.wake(atNs, CommitTimer.RETRY);
    }
  }
}
