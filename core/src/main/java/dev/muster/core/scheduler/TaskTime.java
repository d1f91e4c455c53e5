package dev.muster.core.scheduler;

/**
 * How long tasks took that succeeded: the mean of the first of them, then a moving average, so that
 * what a stage has become counts and not what it was years ago.
 */
final class TaskTime {

  /** Some so many make the average. */
  static final int WINDOW = 100;

  private int tasks;
  private double averageNs;

  void note(long ns) {
    tasks = Math.min(tasks + 1, WINDOW);
    averageNs += (ns - averageNs) / tasks;
  }

  /** 0 before the first. */
  long meanNs() {
    return Math.round(averageNs);
  }
}
