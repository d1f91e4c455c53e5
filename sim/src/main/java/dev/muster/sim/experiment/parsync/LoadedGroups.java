package dev.muster.sim.experiment.parsync;

import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.sim.drive.Simulation;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.parsync.JobFlow.FlowPhase;
import dev.muster.sim.experiment.parsync.PartitionedCell.ScoreSpread;
import dev.muster.workload.Distribution;
import java.util.List;

/**
 * Figure 4: two groups of schedulers, both at two thirds of what they can do, then A at all of it,
 * then both.
 *
 * <p>Chosen: ten schedulers, every other one in A, ten partitions, and batches of 100 tasks. All
 * that a scheduler can do is to think of one batch after the other, each of which it must commit
 * before the next: with 0.25 ms for a task and 0.4 ms for a commit, 98.4% of 4,000 tasks a second,
 * which fill 98.4% of the 200,000 slots.
 */
public final class LoadedGroups {

  private static final int SCHEDULERS = 10;
  private static final List<String> GROUPS = List.of("A", "B");
  private static final int PHASES = 3;
  private static final double MEDIAN = 50;
  private static final double[] PERCENTILES = {MEDIAN, 10, 90};
  private static final double SOME = 2.0 / 3;

  /** How far above the bound the median may be. */
  private static final double SLACK = 1.1;

  private LoadedGroups() {}

  public static void run(Settings settings, Findings findings) {
    var strategies = Strategy.named(settings.text("strategy"), List.of(settings.number("tau")));
    Sweep<PartitionedLedger> sweep = findings.sweep();
    for (var strategy : strategies) {
      sweep.add(strategy.label(), 0, point -> run(settings, strategy, point));
    }
    var ledgers = sweep.run().results();
    for (int at = 0; at < strategies.size(); at++) {
      var bins = ledgers.get(at).bins();
      var strategy = strategies.get(at);
      show(strategy, bins, findings);
      if (strategy.isPlain()) {
        judge(settings.number("tau"), strategy, bins, findings);
      }
    }
  }

  private static PartitionedLedger run(Settings settings, Strategy strategy, PointRun point) {
    double scale = settings.number("scale");
    double seconds = PHASES * settings.number("phaseSeconds");
    double slots = ScaledModel.RATE * ScaledModel.TASK_SECONDS + settings.number("extra");
    var cell =
        new PartitionedCell(
            settings.seed(),
            Math.toIntExact(Math.round(slots * scale)),
            settings.whole("partitions"),
            strategy.refresh(SCHEDULERS, settings.secondsNs("gap")),
            false,
            new ThinkTime(0, ScaledModel.thinkNs(scale)),
            ScoreSpread.of(settings.number("variance")),
            strategy.options(),
            settings.millisNs("delayMs"));
    var ledger = PartitionedLedger.intervals(SCHEDULERS, 1, seconds, GROUPS.size(), cell.grades());
    return new PartitionedRun(cell, flow(settings), ledger).untilPlaced(seconds, point);
  }

  private static JobFlow flow(Settings settings) {
    double scale = settings.number("scale");
    int batch = (int) Math.max(1, Math.round(settings.whole("batch") * scale));
    long commitNs = 2 * settings.millisNs("delayMs") + Simulation.COMMIT_NS;
    long batchNs = batch * ScaledModel.thinkNs(scale) + commitNs;
    double full = settings.number("full") * batch * 1e9 / batchNs;
    double seconds = settings.number("phaseSeconds");
    var phases =
        List.of(
            new FlowPhase(seconds, List.of(SOME * full, SOME * full)),
            new FlowPhase(seconds, List.of(full, SOME * full)),
            new FlowPhase(seconds, List.of(full, full)));
    var times = new Distribution.Constant(ScaledModel.TASK_SECONDS * 1e9);
    return new JobFlow(phases, batch, 0, times, 1);
  }

  /** The intervals of A, then those of B. */
  private static void show(Strategy strategy, List<DelayTally> bins, Findings findings) {
    int count = bins.size() / GROUPS.size();
    for (int at = 0; at < bins.size(); at++) {
      var bin = bins.get(at);
      double x = at % count + 0.5;
      var of = "group %s, %s".formatted(GROUPS.get(at / count), strategy.label());
      findings.point("conflicts of " + of, "claims/s", x, (double) bin.rejected());
      for (double percentile : PERCENTILES) {
        var p = ", p" + Parameter.plain(percentile);
        findings.point("delay of " + of + p, "s", x, bin.delay(percentile));
        findings.point("score of " + of + p, "score", x, bin.score(percentile));
      }
    }
  }

  private static void judge(
      double tau, Strategy strategy, List<DelayTally> bins, Findings findings) {
    int count = bins.size() / GROUPS.size();
    double second = bins.get(2 * count / 3 - 1).delay(MEDIAN);
    double last = bins.get(count - 1).delay(MEDIAN);
    var label = strategy.label();
    switch (strategy.preference()) {
      case QUALITY -> {
        boolean unbounded = second > SLACK * tau && last > second;
        findings.judge(findings.paper("unbounded", label).holding(unbounded), second);
      }
      case LATENCY ->
          findings.judge(findings.paper("small", label).holding(second <= tau / 2), second);
      case ADAPTIVE -> {
        double worst = bins.stream().mapToDouble(bin -> bin.delay(MEDIAN)).max().orElse(0);
        boolean bounded = worst <= SLACK * tau;
        findings.judge(findings.paper("bounded", label).withPaper(tau).holding(bounded), worst);
      }
      case ANYWHERE -> {} // the paper has no such line
    }
  }
}
