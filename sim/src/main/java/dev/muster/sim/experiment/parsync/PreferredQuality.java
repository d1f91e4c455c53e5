package dev.muster.sim.experiment.parsync;

import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.Swept;
import java.util.List;

/**
 * Table 1: what preferred machines are worth. On one of them a task takes α times as long as
 * elsewhere. The phases are those of {@link LoadPhases}.
 */
public final class PreferredQuality {

  private static final double PERCENT = 100;
  private static final double PAPER_CROSSOVER = 0.6;
  private static final double SLACK = 0.1;
  private static final double HAIR = 1e-9;

  /** How long it is watched for, in times of the work. */
  private static final double WATCHED = 2;

  private PreferredQuality() {}

  public static void run(Settings settings, Findings findings) {
    Sweep<DelayTally> sweep = findings.sweep();
    for (var word : List.of(Strategy.LATENCY, Strategy.ADAPTIVE, Strategy.QUALITY)) {
      var strategy = Strategy.named(word, settings.numbers("tau")).getFirst();
      for (double alpha : settings.numbers("alpha")) {
        sweep.add(word, alpha, point -> run(settings, strategy, alpha, point));
      }
    }
    var swept = sweep.run();
    swept.forEach(
        (strategy, alpha, total) -> {
          findings.point("task times of a job, " + strategy, "s", alpha, total.run());
          findings.point("delay of a job, " + strategy, "s", alpha, total.placing());
          findings.point("completion of a job, " + strategy, "s", alpha, total.completion());
          findings.point("quality, " + strategy, "%", alpha, PERCENT * total.preferredShare());
        });
    judge(settings.numbers("alpha"), swept, findings);
  }

  private static DelayTally run(
      Settings settings, Strategy strategy, double alpha, PointRun point) {
    var cluster = ScaledCluster.of(settings);
    var cell = cluster.cell(strategy);
    var flow = cluster.flow(alpha);
    var ledger = PartitionedLedger.totals(cell.schedulers());
    return new PartitionedRun(cell, flow, ledger)
        .untilEnded(WATCHED * flow.lengthNs() / 1e9, point)
        .total();
  }

  private static double completion(Swept<DelayTally> swept, String strategy, double alpha) {
    return swept.at(strategy, alpha).orElseThrow().completion();
  }

  private static void judge(List<Double> alphas, Swept<DelayTally> swept, Findings findings) {
    double worst = 0;
    double crossover = 0;
    for (double alpha : alphas) {
      double fast = completion(swept, Strategy.LATENCY, alpha);
      double good = completion(swept, Strategy.QUALITY, alpha);
      double between = completion(swept, Strategy.ADAPTIVE, alpha);
      worst = Math.max(worst, between / Math.min(fast, good));
      crossover = good < fast ? Math.max(crossover, alpha) : crossover;
    }
    findings.judge("follows", worst);
    if (!isAround(alphas)) {
      findings.note(
          "the α at which quality-first wins is not judged: that needs values of alpha above 0.7 and of at most 0.5");
      return;
    }
    findings.judge("crossover", crossover);
  }

  /** Whether the values that were tried could have shown another crossover. */
  private static boolean isAround(List<Double> tried) {
    return tried.stream().anyMatch(alpha -> alpha > PAPER_CROSSOVER + SLACK + HAIR)
        && tried.stream().anyMatch(alpha -> alpha < PAPER_CROSSOVER - SLACK + HAIR);
  }
}
