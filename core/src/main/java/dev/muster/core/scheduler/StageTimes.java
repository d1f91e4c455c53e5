package dev.muster.core.scheduler;

import org.jspecify.annotations.Nullable;

/** How long the tasks of one stage take: of what is known the best. */
final class StageTimes {

  private final TaskTime own = new TaskTime();
  private final long estimateNs;
  private @Nullable TaskTime earlier;

  /**
   * @param estimateNs what its user said; 0 where nothing
   */
  StageTimes(long estimateNs) {
    this.estimateNs = estimateNs;
  }

  /** Shares estimates with earlier and later runs of the stage. */
  void meet(TaskTime runs) {
    earlier = runs;
  }

  void note(long ns) {
    own.note(ns);
    if (earlier != null) {
      earlier.note(ns);
    }
  }

  /** By its own tasks that ended, else by those of earlier runs, else as said; 0 if unknown. */
  long meanNs() {
    if (own.meanNs() > 0) {
      return own.meanNs();
    }
    return earlier != null && earlier.meanNs() > 0 ? earlier.meanNs() : estimateNs;
  }
}
