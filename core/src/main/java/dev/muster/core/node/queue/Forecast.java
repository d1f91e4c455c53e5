package dev.muster.core.node.queue;

import dev.muster.core.actor.Timing;
import dev.muster.core.node.resource.AvailabilityTimeline;
import dev.muster.model.Resources;
import dev.muster.model.WaitMatrix;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one simulation of the node's queue predicts: when each of its first tasks starts, and how
 * long a task that arrives now would wait. The backlog behind the first tasks counts by its amount,
 * as if it left no gaps.
 */
public final class Forecast {

  private static final long NEVER = AvailabilityTimeline.NEVER;

  private final long nowNs;
  private final Resources capacity;

  /** What is available once the first tasks have started; null where nothing runs or waits. */
  private final @Nullable AvailabilityTimeline after;

  private final List<QueuedTask> first;
  private final long[] startsNs;
  private final long behindNs;
  private final long atLeastNs;

  /**
   * @param first the first tasks of the queue
   * @param startsNs when each of them is predicted to start
   * @param behindNs how long the backlog behind them takes
   * @param atLeastNs how long any task that arrives now must wait
   */
  Forecast(
      long nowNs,
      Resources capacity,
      @Nullable AvailabilityTimeline after,
      List<QueuedTask> first,
      long[] startsNs,
      long behindNs,
      long atLeastNs) {
    this.nowNs = nowNs;
    this.capacity = capacity;
    this.after = after;
    this.first = first;
    this.startsNs = startsNs;
    this.behindNs = behindNs;
    this.atLeastNs = atLeastNs;
  }

  /** How long a task that arrives now would wait, by its size. */
  public WaitMatrix waits() {
    return after == null
        ? WaitMatrix.NO_WAIT
        : new WaitMatrix(
            waits(capacity.cpuMillis(), after.cpuForGood()),
            waits(capacity.memoryBytes(), after.memoryForGood()));
  }

  private List<Long> waits(long most, AvailabilityTimeline.ForGood amounts) {
    List<Long> waits = new ArrayList<>(WaitMatrix.SIDE);
    for (int index = 0; index < WaitMatrix.SIDE; index++) {
      waits.add(waitNs(amounts, WaitMatrix.level(most, index)));
    }
    return waits;
  }

  private long waitNs(AvailabilityTimeline.ForGood amounts, long amount) {
    long waitNs = untilNs(amounts.fromNs(amount));
    return Timing.later(behindNs, Math.max(atLeastNs, waitNs));
  }

  private long untilNs(long atNs) {
    return atNs == NEVER ? NEVER : atNs - nowNs;
  }

  /**
   * How long a task that waits here still waits; of one far behind in the queue, as long as if it
   * arrived now. {@link WaitMatrix#NEVER} where nobody can say: opportunistic tasks start when
   * others leave something over.
   */
  public long waitNs(QueuedTask task) {
    if (task.isAllocated()) {
      return 0;
    }
    if (task.isOpportunistic() || after == null) {
      return WaitMatrix.NEVER;
    }
    int at = first.indexOf(task);
    return at >= 0
        ? untilNs(startsNs[at])
        : Math.max(
            waitNs(after.cpuForGood(), task.need().cpuMillis()),
            waitNs(after.memoryForGood(), task.need().memoryBytes()));
  }
}
