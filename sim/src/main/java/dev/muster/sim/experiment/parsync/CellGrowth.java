package dev.muster.sim.experiment.parsync;

import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.Swept;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What changes as there is more of everything.
 *
 * <p>Table 2: how long it takes until all tasks are placed of 60 seconds of work that fills the
 * cell, when cell, work and schedulers grow together. There are as many partitions as schedulers,
 * 40 to begin with as in the table.
 *
 * <p>Figures 13 to 16: the phases of {@link LoadPhases} with more partitions than schedulers.
 */
public final class CellGrowth {

  private static final double PERCENT = 100;
  private static final List<String> STRATEGIES = List.of(Strategy.LATENCY, Strategy.QUALITY);

  /** How long the phases are watched for, in times of the work. */
  private static final double WATCHED_PHASES = 2;

  /** How long the work that fills the cell is, in times of it. */
  private static final double WATCHED_FULL = 3;

  private CellGrowth() {}

  private static PartitionedRun run(ScaledCluster cluster, String strategy, JobFlow flow) {
    var cell = cluster.cell(Strategy.named(strategy, List.of()).getFirst());
    return new PartitionedRun(cell, flow, PartitionedLedger.totals(cell.schedulers()));
  }

  public static void scale(Settings settings, Findings findings) {
    Sweep<PartitionedLedger> sweep = findings.sweep();
    for (var strategy : STRATEGIES) {
      for (double times : settings.numbers("times")) {
        sweep.add(strategy, times, point -> grown(settings, strategy, (int) times, point));
      }
    }
    var swept = sweep.run();
    swept.forEach(
        (strategy, times, ledger) -> {
          var total = ledger.total();
          findings.point("total scheduling time, " + strategy, "s", times, ledger.placedSeconds());
          findings.point("mean delay, " + strategy, "s", times, total.meanDelay());
          findings.point("conflicts, " + strategy, "%", times, PERCENT * total.conflictRate());
        });
    judgeGrowth(swept, Strategy.LATENCY, 64.11, 65.11, findings);
    judgeGrowth(swept, Strategy.QUALITY, 70.79, 70.94, findings);
  }

  private static PartitionedLedger grown(
      Settings settings, String strategy, int times, PointRun point) {
    var cluster = ScaledCluster.of(settings).times(times);
    double seconds = settings.number("seconds");
    var flow = cluster.flow(seconds, List.of(settings.number("load")), 1);
    return run(cluster, strategy, flow).untilPlaced(WATCHED_FULL * seconds, point);
  }

  private static void judgeGrowth(
      Swept<PartitionedLedger> swept,
      String strategy,
      double paperFirst,
      double paperLast,
      Findings findings) {
    var seconds = swept.values(strategy, PartitionedLedger::placedSeconds);
    double first = seconds.firstEntry().getValue();
    findings.judge(
        findings.paper("growth", strategy, first).withPaper(PERCENT * (paperLast / paperFirst - 1)),
        PERCENT * (seconds.lastEntry().getValue() / first - 1));
  }

  public static void partitions(Settings settings, Findings findings) {
    Sweep<DelayTally> sweep = findings.sweep();
    for (var strategy : STRATEGIES) {
      for (double count : settings.numbers("partitions")) {
        sweep.add(strategy, count, point -> divided(settings, strategy, (int) count, point));
      }
    }
    var swept = sweep.run();
    swept.forEach(
        (strategy, count, total) -> {
          findings.point("mean delay, " + strategy, "ms", count, 1e3 * total.meanDelay());
          findings.point("quality, " + strategy, "%", count, PERCENT * total.preferredShare());
          findings.point("conflicts, " + strategy, "%", count, PERCENT * total.conflictRate());
        });
    for (var strategy : STRATEGIES) {
      judgeChange(swept, strategy, "mean delay", DelayTally::meanDelay, findings);
      judgeChange(swept, strategy, "quality", DelayTally::preferredShare, findings);
    }
  }

  private static DelayTally divided(
      Settings settings, String strategy, int partitions, PointRun point) {
    var cluster = ScaledCluster.of(settings).withPartitions(partitions);
    var flow = cluster.flow(1);
    return run(cluster, strategy, flow)
        .untilEnded(WATCHED_PHASES * flow.lengthNs() / 1e9, point)
        .total();
  }

  private static void judgeChange(
      Swept<DelayTally> swept,
      String strategy,
      String what,
      ToDoubleFunction<DelayTally> number,
      Findings findings) {
    var values = swept.values(strategy, number);
    double first = values.firstEntry().getValue();
    double most =
        values.values().stream()
            .mapToDouble(value -> PERCENT * Math.abs(value / first - 1))
            .max()
            .orElse(0);
    findings.judge(findings.paper("change", what, strategy), most);
  }
}
