package dev.muster.core.fake;

import java.util.Arrays;

/** Whether counts look as if every cell had been equally likely. */
public final class ChiSquare {

  /** Standard deviations from the mean; a fair draw exceeds it about once in 30,000 times. */
  private static final double SIGMAS = 4;

  private ChiSquare() {}

  public static boolean uniform(long[] counts) {
    double expected = Arrays.stream(counts).sum() / (double) counts.length;
    double sum =
        Arrays.stream(counts)
            .mapToDouble(count -> (count - expected) * (count - expected) / expected)
            .sum();
    double freedom = counts.length - 1;
    return Math.abs(sum - freedom) < SIGMAS * Math.sqrt(2 * freedom);
  }
}
