package dev.muster.sim.experiment.omega;

import dev.muster.model.Elastic;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.Swept;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How much sooner elastic MapReduce jobs end, under the three policies of the Omega paper, against
 * the same jobs that keep to what their users asked for (claim O7).
 */
public final class MapReduce {

  private static final List<Elastic> POLICIES =
      List.of(Elastic.MAX_PARALLELISM, Elastic.RELATIVE_SIZE, Elastic.GLOBAL_CAP);

  /** The speed-ups that the lines have a point for. */
  private static final double[] TIMES = {0.9, 1, 1.1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16, 24};

  /** The share of the cell in use above which the global cap adds nothing. */
  private static final double THRESHOLD = 0.6;

  /** A speed-up that is more than chance. */
  private static final double FASTER = 1.1;

  private static final double HIGH = 0.8;
  private static final double PERCENT = 100;

  /** What products of fractions may be off by. */
  private static final double HAIR = 1e-9;

  private MapReduce() {}

  public static void run(Settings settings, Findings findings) {
    Sweep<MapReduceRun> sweep = findings.sweep();
    var loads = settings.numbers("background").stream().sorted().toList();
    for (double load : loads) {
      sweep.add("none", load, point -> new MapReduceRun(settings, load, Elastic.NO).toEnd(point));
      for (var policy : POLICIES) {
        sweep.add(
            policy.text(), load, point -> new MapReduceRun(settings, load, policy).toEnd(point));
      }
    }
    var swept = sweep.run();
    var comparisons = loads.stream().map(load -> new ElasticComparison(load, swept)).toList();
    for (var comparison : comparisons) {
      comparison.show(findings);
    }
    judge(comparisons, findings);
  }

  /** The same jobs at one background load under each policy, and without any. */
  private record ElasticComparison(double background, Swept<MapReduceRun> swept) {

    MapReduceRun run(String policy) {
      return swept.at(policy, background).orElseThrow();
    }

    /** How many times as fast each job was as without growth, to hundredths, in rising order. */
    double[] speedUps(Elastic policy) {
      var without = run("none").responses();
      return run(policy.text()).responses().entrySet().stream()
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

    /** Percent of the jobs that were no faster than so many times. */
    double percentUpTo(Elastic policy, double times) {
      double[] all = speedUps(policy);
      return PERCENT * Arrays.stream(all).filter(each -> each <= times).count() / all.length;
    }

    /** The share of jobs that were at most so many times as fast, and what else there is to say. */
    void show(Findings findings) {
      var of = ", background " + Parameter.plain(background);
      group(findings, "none", of, new LinkedHashMap<>());
      for (var policy : POLICIES) {
        for (double times : TIMES) {
          findings.point(policy.text() + of, "% of jobs up to", times, percentUpTo(policy, times));
        }
        Map<String, Double> numbers = new LinkedHashMap<>();
        numbers.put("speedUpMean", mean(policy));
        numbers.put("speedUpMedian", median(policy));
        numbers.put("speedUpP80", quantile(speedUps(policy), HIGH));
        numbers.put("fasterPercent", PERCENT - percentUpTo(policy, FASTER));
        group(findings, policy.text(), of, numbers);
      }
    }

    private void group(Findings findings, String policy, String of, Map<String, Double> numbers) {
      var run = run(policy);
      double mean = run.use().stream().mapToDouble(each -> each).average().orElse(0);
      double variance =
          run.use().stream().mapToDouble(each -> (each - mean) * (each - mean)).average().orElse(0);
      numbers.put("useMean", mean);
      numbers.put("useDeviation", Math.sqrt(variance));
      numbers.put("tasks", (double) run.tasks());
      numbers.put("beyondTokens", (double) run.beyondTokens());
      numbers.replaceAll((_, value) -> findings.rounded(value));
      findings.group(policy + of, numbers);
    }
  }

  /** The least that so large a share of them is up to. */
  static double quantile(double[] sorted, double share) {
    return sorted[(int) Math.max(0, Math.ceil(sorted.length * share - HAIR) - 1)];
  }

  private static void judge(List<ElasticComparison> comparisons, Findings findings) {
    findings.judge(
        "best",
        least(
            comparisons,
            each ->
                each.mean(Elastic.MAX_PARALLELISM)
                    / Math.max(each.mean(Elastic.RELATIVE_SIZE), each.mean(Elastic.GLOBAL_CAP))));
    findings.judge(
        "close",
        least(
            comparisons,
            each -> each.median(Elastic.RELATIVE_SIZE) / each.median(Elastic.MAX_PARALLELISM)));
    findings.judge(
        "close-in-the-mean",
        least(
            comparisons,
            each -> each.mean(Elastic.RELATIVE_SIZE) / each.mean(Elastic.MAX_PARALLELISM)));
    comparisons.stream()
        .filter(each -> each.background > THRESHOLD)
        .max(Comparator.comparingDouble(each -> each.mean(Elastic.GLOBAL_CAP)))
        .ifPresent(
            each ->
                findings.judge(
                    findings.paper("useless", Parameter.plain(each.background)),
                    each.mean(Elastic.GLOBAL_CAP)));
    var least = comparisons.getFirst();
    if (least.background < THRESHOLD) {
      findings.judge(
          findings.paper("nearly", Parameter.plain(least.background)),
          least.mean(Elastic.GLOBAL_CAP) / least.mean(Elastic.MAX_PARALLELISM));
    }
  }

  private static double least(
      List<ElasticComparison> comparisons, ToDoubleFunction<ElasticComparison> number) {
    return comparisons.stream().mapToDouble(number).min().orElse(0);
  }
}
