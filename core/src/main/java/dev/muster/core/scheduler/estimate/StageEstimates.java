package dev.muster.core.scheduler.estimate;

import dev.muster.model.Usage;
import org.jspecify.annotations.Nullable;

/**
 * How long the tasks of one stage take and what they use: by those that have succeeded, else by
 * earlier runs of the stage, else as the job file says. Until a few have succeeded, two tasks that
 * run longer than that say that all will; a single one may be a straggler.
 */
public final class StageEstimates {

  /** So many tasks that have succeeded know better than those that still run. */
  static final int FEW = 3;

  /** How fast tasks read at the least; what takes longer than that is not reading. */
  private static final double SLOWEST_BYTES_PER_NS = 0.04;

  /** How fast they read where their cpu time is not measured. */
  private static final double USUAL_BYTES_PER_NS = 0.1;

  private static final double MILLIS_PER_CORE = 1_000;

  private static final int NO_TASK = -1;

  private final StageSample own = new StageSample();
  private final long givenNs;
  private final double cores;
  private @Nullable StageSample earlier;
  private int longestRunning = NO_TASK;
  private long longestRunningNs;

  /** Of the task that has run longest but for the one above. */
  private long stillRunningNs;

  /**
   * @param givenNs what its user said; 0 where nothing
   * @param cpuMillis how much cpu a task has
   */
  public StageEstimates(long givenNs, long cpuMillis) {
    this.givenNs = givenNs;
    this.cores = Math.max(1, cpuMillis / MILLIS_PER_CORE);
  }

  /** Shares estimates with earlier and later runs of the stage. */
  public void meet(StageSample runs) {
    earlier = runs;
  }

  // What tasks say.

  /** A task has succeeded that took so long. */
  public void note(long ns, long inputBytes, Usage usage) {
    assert ns >= 0 : ns;
    note(own, ns, inputBytes, usage);
    if (earlier != null) {
      note(earlier, ns, inputBytes, usage);
    }
  }

  private void note(StageSample sample, long ns, long inputBytes, Usage usage) {
    if (inputBytes > 0) {
      sample.note(ns, computedNs(ns, inputBytes, usage), inputBytes);
    } else {
      sample.note(ns);
    }
    if (usage.peakMemoryBytes() > 0) {
      sample.noteMemory(usage.peakMemoryBytes());
    }
  }

  /**
   * Of the time of a task what was not reading: its cpu time, and what took longer than the slowest
   * reading would, such as waiting for others.
   */
  private long computedNs(long ns, long inputBytes, Usage usage) {
    boolean isMeasured = usage.cpuNs() > 0;
    double rate = isMeasured ? SLOWEST_BYTES_PER_NS : USUAL_BYTES_PER_NS;
    return Math.max(Math.round(usage.cpuNs() / cores), ns - Math.round(inputBytes / rate));
  }

  /** A task runs for so long and has not ended. */
  public void noteRunning(int task, long ns) {
    if (task != longestRunning && ns <= longestRunningNs) {
      stillRunningNs = Math.max(stillRunningNs, ns);
      return;
    }
    stillRunningNs = task == longestRunning ? stillRunningNs : longestRunningNs;
    longestRunning = task;
    longestRunningNs = Math.max(longestRunningNs, ns);
  }

  // What they will take.

  private StageSample best() {
    return own.count() > 0 || earlier == null || earlier.count() == 0 ? own : earlier;
  }

  private long atLeast(long ns) {
    return own.count() < FEW ? Math.max(ns, stillRunningNs) : ns;
  }

  /** How long a task takes; 0 where nothing is known. */
  public long ns() {
    var best = best();
    return atLeast(best.count() > 0 ? best.ns() : givenNs);
  }

  /** How long a task that reads so much takes without the reading; 0 where nothing is known. */
  public long computeNs(long inputBytes) {
    var best = best();
    return atLeast(best.count() > 0 ? best.computeNs(inputBytes) : givenNs);
  }

  /** The most memory that a task has at a time; 0 where nothing is known. */
  public long memoryBytes() {
    return best().memoryBytes();
  }
}
