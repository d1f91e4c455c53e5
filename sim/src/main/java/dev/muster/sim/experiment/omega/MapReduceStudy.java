package dev.muster.sim.experiment.omega;

import dev.muster.core.actor.TraceHash;
import dev.muster.model.Elastic;
import dev.muster.sim.experiment.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The same MapReduce jobs at one background load under each policy, and without any.
 *
 * @param runs by policy
 */
record MapReduceStudy(double background, Map<Elastic, MapReduceRun> runs) {

  static final List<Elastic> POLICIES =
      List.of(Elastic.MAX_PARALLELISM, Elastic.RELATIVE_SIZE, Elastic.GLOBAL_CAP);

  /** A speed-up that is more than chance. */
  private static final double FASTER = 1.1;

  private static final double HIGH = 0.8;
  private static final double PERCENT = 100;

  /** What products of fractions may be off by. */
  private static final double HAIR = 1e-9;

  /** How many times as fast each job was as without growth, to hundredths, in rising order. */
  double[] speedUps(Elastic policy) {
    var without = run(Elastic.NO).responses();
    var with = run(policy).responses();
    return with.entrySet().stream()
        .mapToDouble(each -> without.getOrDefault(each.getKey(), 0.0) / each.getValue())
        .map(Numbers::rounded)
        .sorted()
        .toArray();
  }

  double mean(Elastic policy) {
    return Arrays.stream(speedUps(policy)).average().orElse(0);
  }

  double median(Elastic policy) {
    return quantile(speedUps(policy), 0.5);
  }

  /** The least that so large a share of them is up to, as in {@link #percentUpTo}. */
  static double quantile(double[] sorted, double share) {
    return sorted[(int) Math.max(0, Math.ceil(sorted.length * share - HAIR) - 1)];
  }

  /** Percent of the jobs that were no faster than so many times. */
  double percentUpTo(Elastic policy, double times) {
    double[] all = speedUps(policy);
    return PERCENT * Arrays.stream(all).filter(each -> each <= times).count() / all.length;
  }

  /** What else there is to say of a policy, or of none. */
  Map<String, Double> numbers(Elastic policy) {
    var run = run(policy);
    double mean = run.use().stream().mapToDouble(each -> each).average().orElse(0);
    double variance =
        run.use().stream().mapToDouble(each -> (each - mean) * (each - mean)).average().orElse(0);
    Map<String, Double> numbers = new LinkedHashMap<>();
    if (policy != Elastic.NO) {
      numbers.put("speedUpMean", mean(policy));
      numbers.put("speedUpMedian", median(policy));
      numbers.put("speedUpP80", quantile(speedUps(policy), HIGH));
      numbers.put("fasterPercent", PERCENT - percentUpTo(policy, FASTER));
    }
    numbers.put("useMean", mean);
    numbers.put("useDeviation", Math.sqrt(variance));
    numbers.put("tasks", (double) run.tasks());
    numbers.put("beyondTokens", (double) run.beyondTokens());
    return numbers;
  }

  List<Elastic> all() {
    List<Elastic> all = new ArrayList<>();
    all.add(Elastic.NO);
    all.addAll(POLICIES);
    return all;
  }

  MapReduceRun run(Elastic policy) {
    var run = runs.get(policy);
    if (run == null) {
      throw new IllegalArgumentException("no run with " + policy);
    }
    return run;
  }

  void trace(TraceHash hash) {
    all().forEach(policy -> hash.add(run(policy).cell().simulation().traceHash()));
  }
}
