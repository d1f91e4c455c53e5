package dev.muster.sim.experiment.mercury;

import dev.muster.core.monitor.MonitorConfig;
import dev.muster.core.monitor.MonitorConfig.Shedding;
import dev.muster.core.node.queue.OpportunisticQueue.Pick;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.mercury.LoopRun.SlowNodes;

/**
 * Section 7.2.3, M3: nodes that take longer than anybody expects, and long queues that are shed.
 */
public final class Rebalancing {

  private static final double PERCENT = 100;

  private Rebalancing() {}

  public static void run(Settings settings, Findings findings) {
    var study = new LoopStudy(settings);
    Sweep<LoopResult> sweep = findings.sweep();
    sweep.add("only-G", 0, study::onlyG);
    sweep.add("only-Q without stragglers", 1, point -> study.run(TierPolicy.ONLY_Q, point));
    sweep.add("only-Q", 2, point -> slowed(study, point));
    sweep.add("avg+σ", 3, point -> slowed(study.with(shedding(study, 1)), point));
    sweep.add("avg+2σ", 4, point -> slowed(study.with(shedding(study, 2)), point));
    sweep.add(
        "avg+2σ, reorder",
        5,
        point -> slowed(study.with(shedding(study, 2).with(Pick.JOB_AGE)), point));
    var swept = sweep.run();
    LoopStudy.show(findings, swept);
    var results = swept.results();
    double onlyG = results.get(0).tasks();
    double whole = results.get(1).tasks();
    var without = results.get(2);
    var best = results.get(3);
    for (var one : results.subList(4, results.size())) {
      best = one.tasks() > best.tasks() ? one : best;
    }
    double lost = whole - without.tasks();
    findings.judge(
        findings.paper(
            "recovered", LoopStudy.gain(whole, onlyG), LoopStudy.gain(without.tasks(), onlyG)),
        PERCENT * (best.tasks() - without.tasks()) / lost);
    findings.judge("without", LoopStudy.gain(without.tasks(), onlyG));
    findings.judge("with", LoopStudy.gain(best.tasks(), onlyG));
    findings.judge("shed", best.shedPercent());
  }

  private static SlotCell shedding(LoopStudy study, double sigmas) {
    return study.cell.with(MonitorConfig.OFF.with(Shedding.above(sigmas)));
  }

  private static LoopResult slowed(LoopStudy study, PointRun point) {
    var settings = study.settings;
    var stragglers =
        new SlowNodes(
            settings.whole("stragglers"),
            settings.number("slowdown"),
            settings.text("slow").equals("all"));
    return study.run(TierPolicy.ONLY_Q, settings.whole("jobs"), stragglers, point);
  }
}
