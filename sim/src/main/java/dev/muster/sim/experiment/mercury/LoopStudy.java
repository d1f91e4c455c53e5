package dev.muster.sim.experiment.mercury;

import dev.muster.core.monitor.MonitorConfig;
import dev.muster.core.monitor.MonitorConfig.Shedding;
import dev.muster.core.node.queue.OpportunisticQueue.Pick;
import dev.muster.sim.experiment.ExperimentReport.Spread;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.Swept;
import dev.muster.sim.experiment.mercury.LoopRun.SlowNodes;

/** What the studies of closed loops of jobs have in common. */
final class LoopStudy {

  private static final double PERCENT = 100;

  final Settings settings;
  final SlotCell cell;
  final LoopJobMix mix;

  LoopStudy(Settings settings) {
    this(settings, SlotCell.of(settings), jobs(settings, settings.number("taskSeconds")));
  }

  LoopStudy(Settings settings, SlotCell cell, LoopJobMix mix) {
    this.settings = settings;
    this.cell = cell;
    this.mix = mix;
  }

  static LoopJobMix jobs(Settings settings, double taskSeconds) {
    return LoopJobMix.of(
        settings.seed(),
        taskSeconds,
        settings.whole("maps"),
        settings.whole("reduces"),
        settings.secondsNs("startSeconds"),
        settings.number("sigma"));
  }

  Sweep<LoopResult> sweep(Findings findings) {
    return findings.sweep();
  }

  LoopResult onlyG(PointRun point) {
    var loop =
        ClosedLoop.byLoad(
            Math.round(settings.number("waves") * cell.slots()),
            settings.secondsNs("managerSeconds"));
    return toEnd(new LoopRun(cell, TierPolicy.ONLY_G, mix, loop, SlowNodes.NONE), point);
  }

  LoopResult run(TierPolicy policy, int jobs, PointRun point) {
    return run(policy, jobs, SlowNodes.NONE, point);
  }

  LoopResult run(TierPolicy policy, int jobs, SlowNodes stragglers, PointRun point) {
    var loop = ClosedLoop.of(jobs, settings.secondsNs("managerSeconds"));
    return toEnd(new LoopRun(cell, policy, mix, loop, stragglers), point);
  }

  /** By the load for containers alone, else so many jobs at a time as the experiment says. */
  LoopResult run(TierPolicy policy, PointRun point) {
    return policy.isOnlyG() ? onlyG(point) : run(policy, settings.whole("jobs"), point);
  }

  LoopStudy with(SlotCell other) {
    return new LoopStudy(settings, other, mix);
  }

  LoopStudy with(LoopJobMix other) {
    return new LoopStudy(settings, cell, other);
  }

  /** As the paper has it after its microbenchmarks: long queues are shed, older jobs go first. */
  LoopStudy atItsBest() {
    double sigmas = settings.number("sigmas");
    var shedding = sigmas == 0 ? Shedding.OFF : Shedding.above(sigmas);
    return with(cell.with(MonitorConfig.OFF.with(shedding)).with(Pick.JOB_AGE));
  }

  LoopResult toEnd(LoopRun run, PointRun point) {
    return run.toEnd(settings.number("warmSeconds"), settings.number("seconds"), point);
  }

  static void show(Findings findings, Swept<LoopResult> swept) {
    findings.add(
        swept.series(
            "tasks", "tasks/s", (one, x) -> spread(x, one.rate(50), one.rate(5), one.rate(95))));
    findings.add(swept.values("jobs", "jobs/s", LoopResult::jobs));
    findings.add(swept.values("latency mean", "s", LoopResult::meanLatency));
    findings.add(
        swept.series(
            "latency",
            "s",
            (one, x) -> spread(x, one.latency(50), one.latency(5), one.latency(95))));
    findings.add(swept.values("use", "%", LoopResult::usePercent));
    findings.add(swept.positiveValues("shed", "%", LoopResult::shedPercent));
    findings.add(swept.positiveValues("evicted", "%", LoopResult::evictedPercent));
  }

  private static Spread spread(double x, double median, double p5, double p95) {
    return new Spread(x, Numbers.rounded(median), Numbers.rounded(p5), Numbers.rounded(p95));
  }

  /** By how many percent one is above the other. */
  static double gain(double one, double other) {
    return PERCENT * (one / other - 1);
  }
}
