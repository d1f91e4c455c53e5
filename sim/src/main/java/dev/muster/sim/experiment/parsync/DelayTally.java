package dev.muster.sim.experiment.parsync;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What became of the claims, tasks and jobs that fall into one bin of a run. */
final class DelayTally {

  private static final double NS_PER_US = 1e3;
  private static final double US_PER_S = 1e6;
  private static final double NS_PER_S = 1e9;
  private static final long MOST_US = 100_000_000_000L;
  private static final int MOST_GRADE = 10_000;
  private static final double GRADES_PER_SCORE = 10;

  private final @Nullable Histogram delaysUs;
  private final @Nullable Histogram grades;
  private double delaySumNs;
  private long placed;
  private long rejected;
  private long jobs;
  private long tasks;
  private long preferred;
  private double placingNs;
  private double completionNs;
  private double runNs;

  /**
   * @param spread whether percentiles are needed
   */
  DelayTally(boolean spread) {
    this.delaysUs = spread ? new Histogram(1, MOST_US, 3) : null;
    this.grades = spread ? new Histogram(MOST_GRADE, 2) : null;
  }

  /**
   * A transaction was decided.
   *
   * @param delayNs since the job was given to its scheduler
   */
  void decided(long delayNs, int accepted, int notAccepted) {
    placed += accepted;
    rejected += notAccepted;
    delaySumNs += (double) delayNs * accepted;
    if (delaysUs != null && accepted > 0) {
      delaysUs.recordValueWithCount(Math.round(delayNs / NS_PER_US), accepted);
    }
  }

  /** A task got a machine of this grade, in tenths of a score. */
  void graded(int grade) {
    if (grades != null) {
      grades.recordValue(grade);
    }
  }

  void ended(PartitionedLedger.FlowJob job) {
    jobs++;
    tasks += job.tasks;
    preferred += job.preferred;
    placingNs += job.placedNs - job.submittedNs;
    completionNs += job.endedNs - job.submittedNs;
    runNs += job.runNs;
  }

  /** How long so many percent of the tasks waited at most that were placed, in seconds. */
  double delay(double percentile) {
    return delaysUs == null ? 0 : delaysUs.getValueAtPercentile(percentile) / US_PER_S;
  }

  /** The score that so many percent of the machines have at most that tasks got. */
  double score(double percentile) {
    return grades == null ? 0 : grades.getValueAtPercentile(percentile) / GRADES_PER_SCORE;
  }

  double meanDelayNs() {
    return delaySumNs / Math.max(1, placed);
  }

  /** Seconds until a task is placed. */
  double meanDelay() {
    return delaySumNs / NS_PER_S / Math.max(1, placed);
  }

  long placed() {
    return placed;
  }

  long rejected() {
    return rejected;
  }

  /** The share of claims that were rejected. */
  double conflictRate() {
    return (double) rejected / Math.max(1, placed + rejected);
  }

  /** Whether a job has ended, so that the machines of its tasks are known. */
  boolean hasEnds() {
    return tasks > 0;
  }

  /** The share of tasks on machines that they prefer. */
  double preferredShare() {
    return (double) preferred / Math.max(1, tasks);
  }

  /** Seconds that the tasks of a job run, summed up. */
  double run() {
    return perJob(runNs);
  }

  /** Seconds until all tasks of a job are placed. */
  double placing() {
    return perJob(placingNs);
  }

  /** Seconds until all tasks of a job have run. */
  double completion() {
    return perJob(completionNs);
  }

  private double perJob(double ns) {
    return ns / NS_PER_S / Math.max(1, jobs);
  }
}
