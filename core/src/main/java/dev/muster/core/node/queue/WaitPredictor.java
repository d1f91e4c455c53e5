package dev.muster.core.node.queue;

import dev.muster.core.node.resource.AvailabilityTimeline;
import dev.muster.core.node.resource.AvailabilityTimeline.Release;
import dev.muster.core.node.resource.MaintenanceWindow;
import dev.muster.core.node.resource.ResourceLedger;
import dev.muster.model.Resources;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Predicts when everything that waits starts, if estimates are right.
 *
 * <p>The plan gives each task, in the order of its discipline, the earliest time at which it delays
 * none before it (conservative backfilling). Opportunistic tasks are not in the plan, because they
 * are evicted. Where nobody said how long a task takes, a plan that starts depend on takes it for
 * endless, and a mere prediction assumes a length.
 */
public final class WaitPredictor {

  /** How far into the queue tasks are looked at one by one, for backfilling and predictions. */
  static final int LOOK_AHEAD = 50;

  private static final int STEPS_PER_TASK = 2;
  private static final int STEPS_OF_WINDOW = 3;
  private static final long[] NO_STARTS = {};
  private static final Resources NOTHING = new Resources(-1, -1);

  /** When the guaranteed allocations of the machine are expected to be released. */
  @FunctionalInterface
  public interface ExpectedReleases {

    /**
     * @param assume whether to assume a length where nobody said how long a task takes
     */
    List<Release> list(long nowNs, boolean assume);
  }

  private final ResourceLedger ledger;
  private final ExpectedReleases releases;
  private final MaintenanceWindow window;
  private final boolean backfills;

  /**
   * @param backfills whether a later task may start before an earlier one
   */
  public WaitPredictor(
      ResourceLedger ledger,
      ExpectedReleases releases,
      MaintenanceWindow window,
      boolean backfills) {
    this.ledger = ledger;
    this.releases = releases;
    this.window = window;
    this.backfills = backfills;
  }

  /** The first task that can start now without delaying any before it. */
  @Nullable QueuedTask backfill(long nowNs, Discipline waiting) {
    if (!backfills || waiting.size() < 2 || ledger.isFull()) {
      return null;
    }
    var candidates = upToTheLastThatFits(waiting.first(LOOK_AHEAD));
    if (candidates.isEmpty()) {
      return null;
    }
    var timeline = present(nowNs, false);
    for (var task : candidates) {
      long startNs = plan(timeline, nowNs, task, estimateNs(task));
      if (startNs == nowNs) {
        return task;
      }
      if (startNs == AvailabilityTimeline.NEVER) {
        return null;
      }
    }
    return null;
  }

  /** Most often no task fits in what is available, and then there is nothing to plan. */
  private List<QueuedTask> upToTheLastThatFits(List<QueuedTask> tasks) {
    var available = ledger.available();
    int end = tasks.size();
    while (end > 0 && !tasks.get(end - 1).need().fitsIn(available)) {
      end--;
    }
    return tasks.subList(0, end);
  }

  /** What will be available once every task that waits now has started. */
  public AvailabilityTimeline afterAll(long nowNs, Discipline waiting) {
    var timeline = present(nowNs, false);
    long notBeforeNs = nowNs;
    for (var task : waiting.first(waiting.size())) {
      long startNs = plan(timeline, notBeforeNs, task, estimateNs(task));
      if (startNs == AvailabilityTimeline.NEVER) {
        return new AvailabilityTimeline(nowNs, NOTHING);
      }
      notBeforeNs = backfills ? nowNs : startNs;
    }
    return backfills ? timeline : timeline.from(notBeforeNs);
  }

  /** Simulates the queue: its first tasks one by one, and what is behind them by its amount. */
  public Forecast forecast(long nowNs, WaitQueue queue) {
    var capacity = ledger.capacity();
    if (ledger.allocations() == 0 && queue.guaranteed().size() == 0 && !window.isScheduled()) {
      return new Forecast(nowNs, capacity, null, List.of(), NO_STARTS, 0, 0);
    }
    var timeline = present(nowNs, true);
    var first = queue.guaranteed().first(LOOK_AHEAD);
    var startsNs = first.isEmpty() ? NO_STARTS : new long[first.size()];
    var predicted = new Backlog();
    long lastStartNs = nowNs;
    for (int i = 0; i < startsNs.length; i++) {
      var task = first.get(i);
      startsNs[i] = plan(timeline, backfills ? nowNs : lastStartNs, task, task.lengthNs());
      lastStartNs = Math.max(lastStartNs, startsNs[i]);
      predicted.add(task);
    }
    long behindNs = queue.backlog().leastNsWithout(predicted, capacity);
    long atLeastNs = backfills ? 0 : lastStartNs - nowNs;
    return new Forecast(nowNs, capacity, timeline, first, startsNs, behindNs, atLeastNs);
  }

  private static long plan(
      AvailabilityTimeline timeline, long notBeforeNs, QueuedTask task, long lengthNs) {
    long startNs = timeline.earliest(notBeforeNs, task.need(), lengthNs);
    if (startNs != AvailabilityTimeline.NEVER) {
      timeline.reserve(startNs, lengthNs, task.need());
    }
    return startNs;
  }

  /** What is available now and is released by allocations, without the maintenance window. */
  private AvailabilityTimeline present(long nowNs, boolean assume) {
    var expected = releases.list(nowNs, assume);
    int steps = expected.size() + STEPS_PER_TASK * LOOK_AHEAD + STEPS_OF_WINDOW;
    var timeline = new AvailabilityTimeline(nowNs, ledger.available(), steps);
    timeline.release(expected);
    if (window.isScheduled() && nowNs < window.untilNs()) {
      long fromNs = Math.max(nowNs, window.fromNs());
      timeline.reserve(fromNs, window.untilNs() - fromNs, ledger.capacity());
    }
    return timeline;
  }

  /** How long the task takes: for ever where nobody said. */
  private static long estimateNs(QueuedTask task) {
    long estimateNs = task.demand().estimateNs();
    return estimateNs == 0 ? AvailabilityTimeline.NEVER : estimateNs;
  }
}
