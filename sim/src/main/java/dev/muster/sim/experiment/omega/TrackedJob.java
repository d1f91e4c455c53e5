package dev.muster.sim.experiment.omega;

import dev.muster.sim.compare.Abandonment;
import dev.muster.workload.JobList.Listed;

/** A job of the list, and what has become of it. */
final class TrackedJob {

  private static final long NEVER = -1;

  final String name;
  final Listed listed;

  /** The line that it is in: of which scheduler, or of which framework. */
  final int line;

  private long enqueuedNs;
  private long waitNs = NEVER;
  private long decidedNs = NEVER;
  private int attempts;
  private int placed;

  TrackedJob(String name, Listed listed, int line) {
    this.name = name;
    this.listed = listed;
    this.line = line;
  }

  void enqueued(long atNs) {
    enqueuedNs = atNs;
  }

  /**
   * Somebody begins to think about it.
   *
   * @param doneNs when that attempt is over
   */
  void lookedAt(long atNs, long doneNs) {
    attempts++;
    if (waitNs == NEVER) {
      waitNs = Math.max(0, atNs - enqueuedNs);
      decidedNs = doneNs;
    }
  }

  void placed(int tasks) {
    placed += tasks;
  }

  /** Whether the first attempt is over by then. */
  boolean isAttempted(long byNs) {
    return waitNs != NEVER && decidedNs <= byNs;
  }

  int attempts() {
    return attempts;
  }

  /** From when it was in line to when it was first looked at. */
  long waitNs() {
    return waitNs;
  }

  boolean isPlaced() {
    return placed >= listed.tasks();
  }

  /** Whether nobody should try any longer. */
  boolean isAbandoned() {
    return !isPlaced() && Abandonment.isDue(attempts, placed);
  }
}
