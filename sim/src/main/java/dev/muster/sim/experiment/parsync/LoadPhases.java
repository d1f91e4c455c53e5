package dev.muster.sim.experiment.parsync;

import dev.muster.core.scheduler.place.commit.Refresh.Preference;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Figures 5 to 12: 20 schedulers whose load rises and falls in five phases, under each strategy.
 *
 * <p>Strategies are compared by the worst median delay of any interval of five seconds.
 */
public final class LoadPhases {

  private static final double BIN_SECONDS = 5;
  private static final double MEDIAN = 50;
  private static final double[] PERCENTILES = {MEDIAN, 10, 90};
  private static final double PERCENT = 100;
  private static final double USUAL_TAU = 2;

  /** How long it is watched for, in times of the work: the slowest never end. */
  private static final double WATCHED = 1.4;

  private LoadPhases() {}

  /** What a strategy came to. */
  private record StrategyResult(Strategy strategy, List<DelayTally> bins) {

    String label() {
      return strategy.label();
    }

    double worstMedian() {
      return bins.stream().mapToDouble(bin -> bin.delay(MEDIAN)).max().orElse(0);
    }
  }

  public static void run(Settings settings, Findings findings) {
    var strategies = Strategy.named(settings.text("strategy"), settings.numbers("tau"));
    Sweep<PartitionedLedger> sweep = findings.sweep();
    for (var strategy : strategies) {
      sweep.add(strategy.label(), 0, point -> run(settings, strategy, point));
    }
    var ledgers = sweep.run().results();
    List<StrategyResult> results = new ArrayList<>();
    for (int at = 0; at < strategies.size(); at++) {
      results.add(new StrategyResult(strategies.get(at), ledgers.get(at).bins()));
      show(results.getLast(), findings);
    }
    judge(results, findings);
  }

  private static PartitionedLedger run(Settings settings, Strategy strategy, PointRun point) {
    var cluster = ScaledCluster.of(settings);
    var cell = cluster.cell(strategy, settings.number("sync"));
    var flow = cluster.flow(1);
    double seconds = WATCHED * (flow.lengthNs() / 1e9);
    var ledger =
        PartitionedLedger.intervals(cell.schedulers(), BIN_SECONDS, seconds, 1, new int[0]);
    return new PartitionedRun(cell, flow, ledger).untilEnded(seconds, point);
  }

  /** Lines stand in the same order for each strategy, whatever its first interval shows. */
  private static void show(StrategyResult result, Findings findings) {
    var label = result.strategy.label();
    for (int at = 0; at < result.bins.size(); at++) {
      var bin = result.bins.get(at);
      double x = (at + 0.5) * BIN_SECONDS;
      if (bin.placed() > 0) {
        findings.point("mean delay, " + label, "s", x, bin.meanDelay());
        for (double percentile : PERCENTILES) {
          var line = "delay, %s, p%s".formatted(label, Parameter.plain(percentile));
          findings.point(line, "s", x, bin.delay(percentile));
        }
        if (bin.hasEnds()) {
          findings.point("quality, " + label, "%", x, PERCENT * bin.preferredShare());
        }
      }
    }
    for (int at = 0; at < result.bins.size(); at++) {
      var bin = result.bins.get(at);
      double x = (at + 0.5) * BIN_SECONDS;
      findings.point("throughput, " + label, "tasks/s", x, bin.placed() / BIN_SECONDS);
      findings.point("conflicts, " + label, "claims/s", x, bin.rejected() / BIN_SECONDS);
    }
  }

  /** Of the strategies that the paper has, and no other. */
  private static void judge(List<StrategyResult> all, Findings findings) {
    var latency = one(all, each -> each.preference() == Preference.LATENCY);
    var adaptive =
        one(
            all,
            each ->
                each.preference() == Preference.ADAPTIVE && Numbers.same(each.bound(), USUAL_TAU));
    var quality = one(all, each -> each.preference() == Preference.QUALITY);
    var stateSync = one(all, each -> each.preference() == Preference.ANYWHERE);
    below(latency, adaptive, findings);
    adaptive.ifPresent(
        result -> {
          double worst = result.worstMedian();
          findings.judge(
              findings.paper("bounded", result.label()).holding(worst <= USUAL_TAU), worst);
        });
    quality.ifPresent(
        result -> {
          double worst = result.worstMedian();
          findings.judge(
              findings.paper("unbounded", result.label()).holding(worst > USUAL_TAU), worst);
        });
    below(quality, stateSync, findings);
    if (latency.isEmpty() || adaptive.isEmpty() || stateSync.isEmpty()) {
      findings.note(
          "the whole of P6 is not judged: that needs strategy=all and 2 among the values of tau");
    }
  }

  private static Optional<StrategyResult> one(List<StrategyResult> all, Predicate<Strategy> which) {
    return all.stream()
        .filter(result -> result.strategy.isPlain() && which.test(result.strategy))
        .findFirst();
  }

  private static void below(
      Optional<StrategyResult> less, Optional<StrategyResult> more, Findings findings) {
    if (less.isPresent() && more.isPresent()) {
      findings.judge(
          findings.paper("far-below", more.get().label(), less.get().label()),
          more.get().worstMedian() / less.get().worstMedian());
    }
  }
}
