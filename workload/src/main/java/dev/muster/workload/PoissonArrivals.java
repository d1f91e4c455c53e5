package dev.muster.workload;

import dev.muster.core.actor.Chance;

/** Arrival times with independent, exponentially distributed gaps. */
public final class PoissonArrivals {

  private final double meanGapNs;
  private final Chance chance;
  private double nextNs;

  public PoissonArrivals(double meanGapNs, Chance chance) {
    this.meanGapNs = meanGapNs;
    this.chance = chance;
  }

  /**
   * The arrivals that keep so many one-task slots busy to the given share.
   *
   * @param load between 0 and 1: the offered load, as a share of the capacity
   */
  public static PoissonArrivals forLoad(
      double load, int slots, int tasksPerJob, double meanTaskNs, Chance chance) {
    if (!(load > 0 && load < 1)) {
      throw new IllegalArgumentException("load must be between 0 and 1: " + load);
    }
    return new PoissonArrivals(meanTaskNs * tasksPerJob / (load * slots), chance);
  }

  public long nextNs() {
    nextNs += meanGapNs * chance.nextExponential();
    return Math.round(nextNs);
  }
}
