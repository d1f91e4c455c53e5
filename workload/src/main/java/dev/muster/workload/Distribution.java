package dev.muster.workload;

/** A distribution of positive times, by its mean. */
public sealed interface Distribution {

  double meanNs();

  /** The value below which a share {@code u} of all values lie, for u in [0, 1). */
  double quantileNs(double u);

  static Distribution named(String name, double meanNs) {
    return switch (name) {
      case "constant" -> new Constant(meanNs);
      case "exponential" -> new Exponential(meanNs);
      case "pareto" -> new Pareto(meanNs);
      default ->
          throw new IllegalArgumentException(
              "unknown distribution `" + name + "`: use constant, exponential or pareto");
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

  /** Heavy-tailed: shape {@value #SHAPE}, so that its variance is finite but large. */
  record Pareto(double meanNs) implements Distribution {

    static final double SHAPE = 2.1;

    @Override
    public double quantileNs(double u) {
      double least = meanNs * (SHAPE - 1) / SHAPE;
      return least / StrictMath.pow(1 - u, 1 / SHAPE);
    }
  }
}
