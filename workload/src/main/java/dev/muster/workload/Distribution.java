package dev.muster.workload;

import java.util.List;

/** A distribution of positive times, by its mean. */
public sealed interface Distribution {

  /** What {@link #named} knows. */
  List<String> NAMES = List.of("constant", "exponential", "pareto");

  double meanNs();

  /** The value below which a share {@code u} of all values lie, for u in [0, 1). */
  double quantileNs(double u);

  static Distribution named(String name, double meanNs) {
    return switch (name) {
      case "constant" -> new Constant(meanNs);
      case "exponential" -> new Exponential(meanNs);
      case "pareto" -> new Pareto(meanNs, Pareto.USUAL_SHAPE);
      default ->
          throw new IllegalArgumentException(
              "unknown distribution `" + name + "`: use " + String.join(", ", NAMES));
    };
  }

  record Constant(double meanNs) implements Distribution {
    @Override
    public double quantileNs(double u) {
      return meanNs;
    }
  }

  record Exponential(double meanNs) implements Distribution {
    @Override
    public double quantileNs(double u) {
      return -meanNs * StrictMath.log1p(-u);
    }
  }

  /**
   * Heavy-tailed.
   *
   * @param shape above 1; up to 2 the variance is infinite
   */
  record Pareto(double meanNs, double shape) implements Distribution {

    /** The variance is finite but large. */
    static final double USUAL_SHAPE = 2.1;

    @Override
    public double quantileNs(double u) {
      double least = meanNs * (shape - 1) / shape;
      return least / StrictMath.pow(1 - u, 1 / shape);
    }
  }
}
