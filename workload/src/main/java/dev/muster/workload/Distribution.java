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

  /**
   * Its logarithm is normal.
   *
   * @param sigma the standard deviation of the logarithm; 0 for a constant
   */
  record Lognormal(double medianNs, double sigma) implements Distribution {

    /** Values beyond so many deviations are not drawn: the quantile of 0 would be none. */
    private static final double LEAST = 1e-12;

    @Override
    public double meanNs() {
      return medianNs * StrictMath.exp(sigma * sigma / 2);
    }

    @Override
    public double quantileNs(double u) {
      return medianNs * factor(u);
    }

    /** Of the median. */
    private double factor(double u) {
      return StrictMath.exp(sigma * normalQuantile(Math.clamp(u, LEAST, 1 - LEAST)));
    }

    /** Wichura's AS 241 (1988), the variant for seven digits. */
    private static double normalQuantile(double u) {
      double q = u - 0.5;
      if (Math.abs(q) <= 0.425) {
        double r = 0.180625 - q * q;
        return q
            * (((59.10937472 * r + 159.29113202) * r + 50.434271938) * r + 3.3871327179)
            / (((67.1875636 * r + 78.757757664) * r + 17.895169469) * r + 1);
      }
      double r = StrictMath.sqrt(-StrictMath.log(Math.min(u, 1 - u)));
      double tail;
      if (r <= 5) {
        r -= 1.6;
        tail =
            (((0.17023821103 * r + 1.3067284816) * r + 2.75681539) * r + 1.4234372777)
                / ((0.12021132975 * r + 0.7370016425) * r + 1);
      } else {
        r -= 5;
        tail =
            (((0.017337203997 * r + 0.42868294337) * r + 3.081226386) * r + 6.657905115)
                / ((0.012258202635 * r + 0.24197894225) * r + 1);
      }
      return q < 0 ? -tail : tail;
    }
  }
}
