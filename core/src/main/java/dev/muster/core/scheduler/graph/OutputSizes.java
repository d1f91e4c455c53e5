package dev.muster.core.scheduler.graph;

import java.util.Arrays;

/** How large the outputs of the tasks of one job are, in flat arrays: 8 bytes a task. */
final class OutputSizes {

  private static final long[] NONE = {};

  /** By stage and task; 0 for none, or where nobody knows. */
  private final long[][] sizes;

  /** Of each stage the sum of the sizes that are known, and how many these are. */
  private final long[] sums;

  private final int[] known;

  OutputSizes(int stages) {
    this.sizes = new long[stages][];
    this.sums = new long[stages];
    this.known = new int[stages];
    Arrays.fill(sizes, NONE);
  }

  void put(int stage, int task, long bytes) {
    int rows = sizes[stage].length;
    if (task >= rows) {
      sizes[stage] = Arrays.copyOf(sizes[stage], Math.max(task + 1, rows + (rows >> 1)));
    }
    known[stage] += sizes[stage][task] == 0 ? 1 : 0;
    sums[stage] += bytes - sizes[stage][task];
    sizes[stage][task] = bytes;
  }

  /** 0 for none, or where nobody knows. */
  long bytes(int stage, int task) {
    return task < sizes[stage].length ? sizes[stage][task] : 0;
  }

  /** Of the sizes that are known; 0 where none is. */
  long meanBytes(int stage) {
    return known[stage] == 0 ? 0 : sums[stage] / known[stage];
  }

  /** Beyond this index no size of the stage is known. */
  int rows(int stage) {
    return sizes[stage].length;
  }
}
