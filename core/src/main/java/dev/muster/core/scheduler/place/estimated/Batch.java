package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.scheduler.place.Attempt;
import dev.muster.model.Resources;
import dev.muster.model.WaitMatrix;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Tasks of similar priority that are matched together, and the order in which their matches are
 * dispatched: by the wait, the shortest first. Filled again and again without allocating anything.
 */
final class Batch {

  /** How many tasks a batch may have: what the order has bits for. */
  static final int MAX_TASKS = 1 << 12;

  /** Waits are told apart by so many bits less than they have: by a microsecond. */
  private static final int BLUR_BITS = 10;

  private static final int INDEX_BITS = 12;
  private static final long MAX_BLURRED = (1L << (62 - INDEX_BITS)) - 1;

  private final EstimatedStage[] stages;
  private final int[] tasks;
  private final @Nullable Attempt[] promoted;
  private final Resources[] needs;
  private final boolean[] done;
  private final long[] order;
  private int size;
  private int matched;

  Batch(int maxTasks) {
    if (maxTasks < 1 || maxTasks > MAX_TASKS) {
      throw new IllegalArgumentException("a batch has 1 to " + MAX_TASKS + " tasks: " + maxTasks);
    }
    this.stages = new EstimatedStage[maxTasks];
    this.tasks = new int[maxTasks];
    this.promoted = new Attempt[maxTasks];
    this.needs = new Resources[maxTasks];
    this.done = new boolean[maxTasks];
    this.order = new long[maxTasks];
  }

  void clear() {
    Arrays.fill(promoted, 0, size, null);
    Arrays.fill(done, 0, size, false);
    size = 0;
    matched = 0;
  }

  /** A task that waits. */
  void add(EstimatedStage stage, int task) {
    stages[size] = stage;
    tasks[size++] = task;
  }

  /** A task that waits at a node as an opportunistic one, and may be promoted. */
  void add(EstimatedStage stage, Attempt attempt) {
    promoted[size] = attempt;
    done[size] = true;
    add(stage, attempt.task());
  }

  int size() {
    return size;
  }

  EstimatedStage stage(int index) {
    return stages[index];
  }

  int task(int index) {
    return tasks[index];
  }

  /** The opportunistic attempt of the task; null where the task is not at any node. */
  @Nullable Attempt promoted(int index) {
    return promoted[index];
  }

  /** The task is not in hand any more. */
  void done(int index) {
    done[index] = true;
  }

  boolean isDone(int index) {
    return done[index];
  }

  void need(int index, Resources need) {
    needs[index] = need;
  }

  Resources need(int index) {
    return needs[index];
  }

  /** This task has a node, on which it has to wait so long. */
  void matched(int index, long waitNs) {
    long blurred = waitNs == WaitMatrix.NEVER ? MAX_BLURRED : waitNs >> BLUR_BITS;
    order[matched++] = (Math.min(blurred, MAX_BLURRED) << INDEX_BITS) | index;
  }

  void sort() {
    Arrays.sort(order, 0, matched);
  }

  int matched() {
    return matched;
  }

  /** The index of the match with this rank. */
  int byWait(int rank) {
    return (int) order[rank] & (MAX_TASKS - 1);
  }
}
