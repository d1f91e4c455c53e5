package dev.muster.core.scheduler.place.estimated;

/**
 * When a task would be done on a node, by Equations (1) and (2) of Apollo's paper:
 *
 * <pre>
 *   E = I + W + R                  if nothing fails: start-up, wait, then I/O and cpu time
 *   C = P · E + K · (1 − P) · E    P: the odds of success, K: what a failure costs
 * </pre>
 *
 * <p>Inputs are read one after another, each as fast as the distance of its holder allows.
 *
 * @param failurePenalty K, in completion times
 */
public record CompletionModel(
    long localBytesPerSecond,
    long rackBytesPerSecond,
    long remoteBytesPerSecond,
    double failurePenalty) {

  /** How far from a node the nearest holder of an input is. */
  public enum InputDistance {
    LOCAL,
    RACK,
    REMOTE
  }

  /** The bandwidths of the paper's example; until a cell has measured its own. */
  public static final CompletionModel STANDARD =
      new CompletionModel(160_000_000, 100_000_000, 80_000_000, 3);

  private static final double SECOND_NS = 1e9;

  public CompletionModel {
    if (Math.min(Math.min(localBytesPerSecond, rackBytesPerSecond), remoteBytesPerSecond) <= 0) {
      throw new IllegalArgumentException("bandwidths must be positive");
    }
    if (!(failurePenalty >= 1)) {
      throw new IllegalArgumentException("a failure costs at least the time: " + failurePenalty);
    }
  }

  /** How long it takes to read an input. */
  public long readNs(long bytes, InputDistance distance) {
    long bytesPerSecond =
        switch (distance) {
          case LOCAL -> localBytesPerSecond;
          case RACK -> rackBytesPerSecond;
          case REMOTE -> remoteBytesPerSecond;
        };
    return Math.round(bytes * SECOND_NS / bytesPerSecond);
  }

  /**
   * C. Sums beyond what a {@code long} holds, as of a node that is never free, end at its largest
   * value.
   *
   * @param startupNs I, to fetch the files of the task; 0 where the node has them
   * @param waitNs W, until the node has resources for the task
   * @param runNs R, I/O and cpu time
   * @param odds P, that the node does not fail before the task is done
   */
  public long completionNs(long startupNs, long waitNs, long runNs, double odds) {
    assert odds >= 0 && odds <= 1 : odds;
    double successNs = (double) startupNs + waitNs + runNs;
    return Math.round(odds * successNs + failurePenalty * (1 - odds) * successNs);
  }
}
