package dev.muster.core.cell;

/**
 * How likely a task is to survive its node, from the failures that the node has had: deaths and
 * restarts. Failures of one machine come in clusters, so each raises the risk of the next, and the
 * risk fades.
 *
 * <pre>
 *   failures = Σ 2^(−age / half-life)               of those that were the node's own
 *   odds     = e^(−failures² × length / half-life)
 * </pre>
 *
 * One failure long ago weighs nothing, one lately hardly anything, and several within one half-life
 * weigh by their square: those are the repeat offenders. With a half-life of an hour:
 *
 * <pre>
 *   failures   a task of 10 s   1 min   10 min   1 h
 *       1               0.997   0.983    0.846   0.37
 *       3               0.975   0.861    0.223   0.00
 *       6               0.905   0.549    0.002   0.00
 * </pre>
 */
public final class FailureOdds {

  public static final long HALF_LIFE_NS = 3_600_000_000_000L;

  /** On their way failures are whole numbers: so many for each. */
  public static final double PARTS = 1_000;

  /** Of a task that would run while its machine is taken away. */
  public static final double IN_MAINTENANCE = 0.001;

  private FailureOdds() {}

  /** What is left of so many failures after so long. */
  public static double faded(double failures, long afterNs) {
    return failures == 0 ? 0 : failures * StrictMath.pow(2, -(double) afterNs / HALF_LIFE_NS);
  }

  /** Of success for a task of this length. */
  public static double odds(double failures, long lengthNs) {
    return failures == 0 ? 1 : StrictMath.exp(-failures * failures * lengthNs / HALF_LIFE_NS);
  }
}
