package dev.muster.core.scheduler.place.commit;

/**
 * Predicts when a stage ends, from how many tasks it has left and how long one of them takes: they
 * run in waves of as many as there are workers.
 *
 * @param left tasks that have not ended, those that run among them
 * @param meanNs how long a task takes; 0 where nobody knows
 */
record Waves(long left, long meanNs) {

  /** In how long it ends with so many tasks at once, all of them starting now. */
  long endsInNs(long workers) {
    return waves(workers) * meanNs;
  }

  private long waves(long workers) {
    return Math.ceilDiv(left, Math.max(1, workers));
  }

  /**
   * How many workers it should have, of so many that it could have: the fewest with which it ends
   * as soon, and no more than it has where more would not let it end sooner.
   */
  long worthwhile(long has, long could) {
    if (endsInNs(could) >= endsInNs(has)) {
      return has;
    }
    return Math.ceilDiv(left, waves(could));
  }
}
