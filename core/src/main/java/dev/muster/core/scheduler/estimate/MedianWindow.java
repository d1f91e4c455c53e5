package dev.muster.core.scheduler.estimate;

import java.util.Arrays;

/**
 * The median of the latest values, so that a few that are far from the others do not count, and
 * what a stage has become counts rather than what it was long ago.
 */
final class MedianWindow {

  /** Of so many values. */
  static final int WINDOW = 64;

  private static final long[] NONE = {};
  private static final int FEWEST = 4;

  private long[] values = NONE;
  private int noted;
  private boolean isCurrent;
  private long median;
  private double spread;

  void note(long value) {
    if (noted == values.length && values.length < WINDOW) {
      values = Arrays.copyOf(values, Math.max(FEWEST, 2 * values.length));
    }
    values[noted % WINDOW] = value;
    noted = noted + 1 == 2 * WINDOW ? WINDOW : noted + 1; // full from the first round on
    isCurrent = false;
  }

  /** How many values the median is of. */
  int count() {
    return Math.min(noted, WINDOW);
  }

  /** 0 before the first value. */
  long median() {
    compute();
    return median;
  }

  /** How far the middle half of the values is apart, as a part of the median. */
  double spread() {
    compute();
    return spread;
  }

  private void compute() {
    int count = count();
    if (!isCurrent && count > 0) {
      var sorted = Arrays.copyOf(values, count);
      Arrays.sort(sorted);
      long lower = sorted[(count - 1) / 2];
      median = lower + (sorted[count / 2] - lower) / 2;
      double apart = (double) sorted[3 * (count - 1) / 4] - sorted[(count - 1) / 4];
      spread = median == 0 ? 0 : apart / median;
    }
    isCurrent = true;
  }
}
