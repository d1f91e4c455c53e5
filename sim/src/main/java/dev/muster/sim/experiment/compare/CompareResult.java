package dev.muster.sim.experiment.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a row came to under a policy.
 *
 * @param numbers by {@link Measure}; none where the policy could not run it
 * @param remark why it could not, or what is to be known of the numbers; mostly empty
 */
record CompareResult(Map<Measure, Double> numbers, String remark) {

  private static final double PERCENT = 100;

  /** What is measured. */
  enum Measure {
    MEDIAN("p50", "slowdown", false),
    P95("p95", "slowdown", false),
    P99("p99", "slowdown", false),
    THROUGHPUT("tasks/s", "tasks/s", true),
    USE("use %", "%", true),
    WASTED("wasted %", "%", false),
    FAIRNESS("fairness", "of 1", true),
    MESSAGES("msg/task", "messages", false);

    final String label;
    final String unit;
    final boolean more;

    /**
     * @param more whether more is better
     */
    Measure(String label, String unit, boolean more) {
      this.label = label;
      this.unit = unit;
      this.more = more;
    }
  }

  static CompareResult none(String why) {
    return new CompareResult(Map.of(), why);
  }

  boolean isThere() {
    return !numbers.isEmpty();
  }

  double of(Measure measure) {
    return numbers.getOrDefault(measure, Double.NaN);
  }

  /**
   * The geometric mean of the slowdowns of the three percentiles: one number to compare policies
   * by, in which halving any of them counts as much.
   */
  double score() {
    return Math.cbrt(of(Measure.MEDIAN) * of(Measure.P95) * of(Measure.P99));
  }

  /** The mean over seeds. */
  static CompareResult mean(List<CompareResult> seeds) {
    Optional<CompareResult> missing = seeds.stream().filter(each -> !each.isThere()).findFirst();
    if (missing.isPresent()) {
      return missing.get();
    }
    Map<Measure, Double> means = new LinkedHashMap<>();
    for (var measure : Measure.values()) {
      means.put(measure, seeds.stream().mapToDouble(each -> each.of(measure)).average().orElse(0));
    }
    var remark = seeds.stream().map(CompareResult::remark).filter(text -> !text.isEmpty());
    return new CompareResult(means, remark.findFirst().orElse(""));
  }

  /**
   * Jain's index of values that are at least 0: 1 where all are the same, 1/n where one has all.
   */
  static double jain(double[] values) {
    double sum = 0;
    double squares = 0;
    for (double value : values) {
      sum += value;
      squares += value * value;
    }
    return squares > 0 ? sum * sum / (values.length * squares) : 1;
  }

  /**
   * By linear interpolation.
   *
   * @param sorted at least one
   */
  static double percentile(double[] sorted, double percent) {
    double at = percent / PERCENT * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}
