package dev.muster.sim.experiment.omega;

import dev.muster.sim.experiment.ExperimentReport.Claim;
import java.util.Collection;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Holds measured shapes against those of a paper that gives few numbers. */
final class Shape {

  /** Stands for how many times nothing something is: reports have no number without end. */
  static final double ENDLESS = 1e9;

  private Shape() {}

  /**
   * @param paper the number that the shape of the paper's figure stands for
   * @param rule when the shape counts as the same
   */
  static Claim claim(
      String id,
      double paper,
      double measured,
      String unit,
      boolean holds,
      String what,
      String rule) {
    var note = what + "; reproduced if " + rule;
    return new Claim(id, paper, Studied.rounded(measured), unit, holds, note);
  }

  /** Whether each is at least the one before. */
  static boolean neverFalls(Collection<Double> values) {
    return neverFalls(values, 0);
  }

  /**
   * @param noise by how much of the largest before it a value may be smaller
   */
  static boolean neverFalls(Collection<Double> values, double noise) {
    double most = 0;
    for (double value : values) {
      if (value < most * (1 - noise)) {
        return false;
      }
      most = Math.max(most, value);
    }
    return true;
  }

  /** A number of each run of a line, in order. */
  static TreeMap<Double, Double> of(
      TreeMap<Double, Measured> line, ToDoubleFunction<Measured> number) {
    var values = new TreeMap<Double, Double>();
    line.forEach((x, run) -> values.put(x, number.applyAsDouble(run)));
    return values;
  }

  /** The last over the first. */
  static double growth(TreeMap<Double, Double> values) {
    return ratio(values.lastEntry().getValue(), values.firstEntry().getValue());
  }

  /** How many times the other; two that are nothing are the same. */
  static double ratio(double one, double other) {
    return Double.compare(one, other) == 0 ? 1 : Math.min(one / other, ENDLESS);
  }

  /** How far values are from a straight line through the first and the last, at most. */
  static double bend(TreeMap<Double, Double> values) {
    var first = values.firstEntry();
    var last = values.lastEntry();
    double slope = (last.getValue() - first.getValue()) / (last.getKey() - first.getKey());
    return values.entrySet().stream()
        .mapToDouble(
            point -> {
              double straight = first.getValue() + slope * (point.getKey() - first.getKey());
              return Math.abs(point.getValue() / straight - 1);
            })
        .max()
        .orElse(0);
  }
}
