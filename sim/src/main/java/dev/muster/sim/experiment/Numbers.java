package dev.muster.sim.experiment;

/** How measured numbers are given. */
public final class Numbers {

  private static final double HUNDREDTHS = 100;
  private static final double BILLIONTHS = 1e9;

  private Numbers() {}

  /** To hundredths: more digits than that would pretend to a precision that no run has. */
  public static double rounded(double value) {
    return Math.round(value * HUNDREDTHS) / HUNDREDTHS;
  }

  /** Whether two values that someone set are the same one. */
  public static boolean same(double one, double other) {
    return Math.abs(one - other) * BILLIONTHS < 1;
  }
}
