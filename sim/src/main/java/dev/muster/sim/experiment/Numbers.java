package dev.muster.sim.experiment;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collection;
import java.util.TreeMap;

/** How measured numbers are given, and what shape a line of them has. */
public final class Numbers {

  /** Stands for how many times nothing something is: reports have no number without end. */
  public static final double ENDLESS = 1e9;

  private static final MathContext DIGITS = new MathContext(4);
  private static final double HUNDREDTHS = 100;
  private static final double BILLIONTHS = 1e9;

  private Numbers() {}

  /** To hundredths: more digits than that would pretend to a precision that no run has. */
  public static double rounded(double value) {
    return Math.round(value * HUNDREDTHS) / HUNDREDTHS;
  }

  /** To four digits from the first that is not 0, for what ranges over decades. */
  public static double significant(double value) {
    return new BigDecimal(value).round(DIGITS).doubleValue();
  }

  /** Whether two values that someone set are the same one. */
  public static boolean same(double one, double other) {
    return Math.abs(one - other) * BILLIONTHS < 1;
  }

  /** How many times the other; two that are nothing are the same. */
  public static double ratio(double one, double other) {
    return Double.compare(one, other) == 0 ? 1 : Math.min(one / other, ENDLESS);
  }

  /** The last over the first. */
  public static double growth(TreeMap<Double, Double> line) {
    return ratio(line.lastEntry().getValue(), line.firstEntry().getValue());
  }

  /** Whether each is at least the one before. */
  public static boolean neverFalls(Collection<Double> values) {
    return neverFalls(values, 0);
  }

  /**
   * @param noise by how much of the largest before it a value may be smaller
   */
  public static boolean neverFalls(Collection<Double> values, double noise) {
    double most = 0;
    for (double value : values) {
      if (value < most * (1 - noise)) {
        return false;
      }
      most = Math.max(most, value);
    }
    return true;
  }

  /** How far values are from a straight line through the first and the last, at most. */
  public static double bend(TreeMap<Double, Double> line) {
    var first = line.firstEntry();
    var last = line.lastEntry();
    double slope = (last.getValue() - first.getValue()) / (last.getKey() - first.getKey());
    double most = 0;
    for (var point : line.entrySet()) {
      double straight = first.getValue() + slope * (point.getKey() - first.getKey());
      most = Math.max(most, Math.abs(point.getValue() / straight - 1));
    }
    return most;
  }
}
