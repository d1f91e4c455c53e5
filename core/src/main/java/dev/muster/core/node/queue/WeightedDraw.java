package dev.muster.core.node.queue;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Tasks of which one can be drawn in proportion to its weight: a Fenwick tree over the weights, so
 * that adding, removing and drawing take a number of steps that is the logarithm of how many there
 * are. Weights are whole numbers here, and their sums exact however long the queue lives.
 */
final class WeightedDraw {

  /** How many parts a weight of 1 has. */
  private static final double PARTS = 1 << 20;

  /** More than that counts as this, so that as many as may wait anywhere still have a sum. */
  private static final double MAX_WEIGHT = 1 << 20;

  private static final int SMALLEST = 8;

  private @Nullable QueuedTask[] tasks = new QueuedTask[SMALLEST];
  private long[] weights = new long[SMALLEST];

  /**
   * By Fenwick: the element at i, from 1, has the sum of the last {@code i & -i} weights up to i.
   */
  private long[] sums = new long[SMALLEST + 1];

  private int[] free = new int[SMALLEST];
  private int freeCount;
  private int used;
  private long total;

  void add(QueuedTask task) {
    int slot = freeCount > 0 ? free[--freeCount] : used++;
    if (slot == tasks.length) {
      grow();
    }
    tasks[slot] = task;
    task.drawSlot = slot;
    weights[slot] = weight(task);
    change(slot, weights[slot]);
  }

  void remove(QueuedTask task) {
    int slot = task.drawSlot;
    change(slot, -weights[slot]);
    weights[slot] = 0;
    tasks[slot] = null;
    free[freeCount++] = slot;
  }

  /** In whole parts. */
  static long weight(QueuedTask task) {
    double given = task.demand().drawWeight();
    double weight = given == 0 ? 1 : Math.min(given, MAX_WEIGHT);
    return Math.max(1, Math.round(weight * PARTS));
  }

  /** The sum of all weights. */
  long total() {
    return total;
  }

  /**
   * @param point at least 0 and below the total: each task has as many of these as it weighs
   */
  QueuedTask at(long point) {
    long left = point;
    int before = 0;
    for (int step = Integer.highestOneBit(weights.length); step > 0; step >>= 1) {
      int next = before + step;
      if (next <= weights.length && sums[next] <= left) {
        left -= sums[next];
        before = next;
      }
    }
    var task = tasks[before];
    if (task == null) {
      throw new IllegalStateException("nothing weighs at " + point + " of " + total);
    }
    return task;
  }

  private void change(int slot, long by) {
    total += by;
    for (int i = slot + 1; i < sums.length; i += i & -i) {
      sums[i] += by;
    }
  }

  /** To twice the length, which is a power of two: the sum over the old half is all there was. */
  private void grow() {
    int length = tasks.length * 2;
    tasks = Arrays.copyOf(tasks, length);
    weights = Arrays.copyOf(weights, length);
    free = Arrays.copyOf(free, length);
    sums = Arrays.copyOf(sums, length + 1);
    sums[length] = total;
  }
}
