package dev.muster.core.scheduler.task;

import java.util.Arrays;

/**
 * Tasks of one stage in the order of how much they read, the most first; those that read about as
 * much are first in, first out.
 *
 * <p>Sizes are sorted into classes, four to each power of two, and the tasks of a class are
 * chained: an int per task, and no step takes longer the more tasks there are.
 */
final class TasksBySize {

  private static final int NONE = -1;
  private static final int CLASSES_PER_DOUBLING = 4;

  /** The task behind each in its class. */
  private final int[] next;

  /** The classes that have tasks, the largest last, with the first and last task of each. */
  private int[] classes = {0};

  private int[] first = {NONE};
  private int[] last = {NONE};
  private int size;

  TasksBySize(int tasks) {
    this.next = new int[tasks];
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(int task, long bytes) {
    int at = find(classOf(bytes));
    next[task] = NONE;
    if (first[at] == NONE) {
      first[at] = task;
    } else {
      next[last[at]] = task;
    }
    last[at] = task;
  }

  /** Takes the first of those that read most, which there must be. */
  int removeFirst() {
    int task = first[size - 1];
    first[size - 1] = next[task];
    if (next[task] == NONE) {
      size--;
    }
    return task;
  }

  /** By the highest bit and the two bits behind it. */
  static int classOf(long bytes) {
    if (bytes < CLASSES_PER_DOUBLING) {
      return (int) Math.max(0, bytes);
    }
    int highest = Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes);
    return (highest - 1) * CLASSES_PER_DOUBLING + (int) (bytes >> (highest - 2) & 3);
  }

  /** The place of a class, which gets one where it has none. */
  private int find(int wanted) {
    int found = Arrays.binarySearch(classes, 0, size, wanted);
    if (found >= 0) {
      return found;
    }
    int at = -1 - found;
    if (size == classes.length) {
      classes = Arrays.copyOf(classes, size * 2);
      first = Arrays.copyOf(first, size * 2);
      last = Arrays.copyOf(last, size * 2);
    }
    for (var row : new int[][] {classes, first, last}) {
      System.arraycopy(row, at, row, at + 1, size - at);
    }
    classes[at] = wanted;
    first[at] = NONE;
    size++;
    return at;
  }
}
