package dev.muster.sim.experiment.compare;

import dev.muster.model.JobSpec;
import dev.muster.sim.experiment.ExperimentReport.ContenderLine;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.compare.CompareResult.Measure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * What policies came to in one row, and who is best.
 *
 * @param results by policy
 */
record RowScores(String row, Map<String, CompareResult> results) {

  private static final String SCORE = "score";

  /** How much larger the score is than the best of the policies that {@code auto} chooses from. */
  private static final String OVER_BEST = "over best";

  /** Of numbers that differ by less nobody is better. */
  private static final double SAME = 1e-9;

  private OptionalDouble least(ToDoubleFunction<CompareResult> number, Predicate<String> policies) {
    return results.entrySet().stream()
        .filter(each -> each.getValue().isThere() && policies.test(each.getKey()))
        .mapToDouble(each -> number.applyAsDouble(each.getValue()))
        .min();
  }

  /** The best of all policies but {@code auto}. */
  OptionalDouble bestScore() {
    return least(CompareResult::score, policy -> !policy.equals(JobSpec.AUTO));
  }

  /** By how many times the score of {@code auto} is above the best other; below 1 where better. */
  OptionalDouble autoOverBest() {
    var auto = results.get(JobSpec.AUTO);
    var best = bestScore();
    return auto == null || !auto.isThere() || best.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(auto.score() / best.getAsDouble());
  }

  /** The least of the row; 1 for a policy that has it. */
  double overLeast(String policy, Measure measure) {
    double least = least(result -> result.of(measure), _ -> true).orElse(Double.NaN);
    return Objects.requireNonNull(results.get(policy)).of(measure) / least;
  }

  List<ContenderLine> lines() {
    List<ContenderLine> lines = new ArrayList<>();
    results.forEach((policy, result) -> lines.add(line(policy, result)));
    return lines;
  }

  private ContenderLine line(String policy, CompareResult result) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    List<String> best = new ArrayList<>();
    if (result.isThere()) {
      for (var measure : Measure.values()) {
        numbers.put(measure.label, Numbers.significant(result.of(measure)));
        if (isBest(result, each -> measure.more ? -each.of(measure) : each.of(measure))) {
          best.add(measure.label);
        }
      }
      numbers.put(SCORE, Numbers.significant(result.score()));
      if (isBest(result, CompareResult::score)) {
        best.add(SCORE);
      }
      bestScore()
          .ifPresent(score -> numbers.put(OVER_BEST, Numbers.rounded(result.score() / score)));
    }
    return new ContenderLine(row, policy, numbers, best, result.remark());
  }

  private boolean isBest(CompareResult result, ToDoubleFunction<CompareResult> number) {
    double least = least(number, _ -> true).orElse(Double.NaN);
    return number.applyAsDouble(result) <= least + SAME * Math.abs(least);
  }
}
