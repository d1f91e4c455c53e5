package dev.muster.core.scheduler;

/** How long tasks wait until they are committed: the moving average over the last of them. */
final class Delays {

  /** What the latest of them counts for: some ten make the average. */
  private static final double WEIGHT = 0.1;

  private double averageNs;

  void note(long delayNs) {
    averageNs += WEIGHT * (delayNs - averageNs);
  }

  double averageNs() {
    return averageNs;
  }
}
