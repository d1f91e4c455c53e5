package dev.muster.sim.experiment.mercury;

import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;

/** Section 7.2.2, M2: among how many of the best nodes an opportunistic task goes to one. */
public final class TopNodeCounts {

  private TopNodeCounts() {}

  public static void run(Settings settings, Findings findings) {
    var study = new LoopStudy(settings);
    Sweep<LoopResult> sweep = findings.sweep();
    sweep.add(TierPolicy.ONLY_G.name(), 0, study::onlyG);
    for (double k : settings.numbers("k")) {
      var top = SlotCell.top(settings, k);
      var other = study.with(study.cell.with(study.cell.hybrid().with(top)));
      sweep.add(TierPolicy.ONLY_Q.name(), k, point -> other.run(TierPolicy.ONLY_Q, point));
    }
    var swept = sweep.run();
    LoopStudy.show(findings, swept);
    var onlyG = swept.results().getFirst();
    var line = swept.line(TierPolicy.ONLY_Q.name());
    var best = line.firstEntry();
    for (var each : line.entrySet()) {
      best = each.getValue().tasks() > best.getValue().tasks() ? each : best;
    }
    var bestK = best.getKey();
    boolean isInterior = bestK > line.firstKey() && bestK < line.lastKey();
    findings.judge(
        findings
            .paper("best", Parameter.plain(line.firstKey()), Parameter.plain(line.lastKey()))
            .holding(isInterior),
        bestK);
    findings.judge("tasks", LoopStudy.gain(best.getValue().tasks(), onlyG.tasks()));
    findings.judge("jobs", LoopStudy.gain(best.getValue().jobs(), onlyG.jobs()));
    findings.judge("latency", LoopStudy.gain(best.getValue().meanLatency(), onlyG.meanLatency()));
  }
}
