package dev.muster.core.scheduler.budget;

import dev.muster.model.Resources;

/**
 * What one token covers: a guaranteed task that needs more takes several.
 *
 * @param cpuMillis of cpu
 * @param memoryBytes of memory
 * @param spareWeight how much opportunistic attempts of a job may weigh together, per token: c of
 *     Apollo's paper
 */
public record TokenSize(long cpuMillis, long memoryBytes, double spareWeight) {

  public static final TokenSize STANDARD = new TokenSize(1_000, 4L << 30, 1);

  public TokenSize {
    if (cpuMillis <= 0 || memoryBytes <= 0) {
      throw new IllegalArgumentException("a token covers something: " + cpuMillis + " millicores");
    }
  }

  /**
   * How many tokens a task takes.
   *
   * @param most so many, be the task ever so large: its job has no more
   */
  int tokens(Resources need, int most) {
    long tokens =
        Math.max(
            Math.ceilDiv(need.cpuMillis(), cpuMillis),
            Math.ceilDiv(need.memoryBytes(), memoryBytes));
    return Math.clamp(tokens, 1, most);
  }
}
