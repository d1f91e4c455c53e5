package dev.muster.sim.experiment.mercury;

import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;

/** Section 7.3, M6: what queues at nodes are worth, by the length of tasks. */
public final class TaskLengths {

  private TaskLengths() {}

  public static void run(Settings settings, Findings findings) {
    Sweep<LoopResult> sweep = findings.sweep();
    for (double seconds : settings.numbers("lengths")) {
      var study = new LoopStudy(settings).atItsBest().with(LoopStudy.jobs(settings, seconds));
      sweep.add(TierPolicy.ONLY_G.name(), seconds, study::onlyG);
      sweep.add(TierPolicy.ONLY_Q.name(), seconds, point -> study.run(TierPolicy.ONLY_Q, point));
    }
    var swept = sweep.run();
    LoopStudy.show(findings, swept);
    var onlyG = swept.line(TierPolicy.ONLY_G.name());
    var onlyQ = swept.line(TierPolicy.ONLY_Q.name());
    double gain = tasks(onlyQ.firstEntry().getValue(), onlyG.firstEntry().getValue());
    double gainOfLong = tasks(onlyQ.lastEntry().getValue(), onlyG.lastEntry().getValue());
    findings.judge(findings.paper("short").holding(gain > gainOfLong), gain);
    findings.judge(findings.paper("long").holding(gain > gainOfLong), gainOfLong);
    double latency = latency(onlyQ.firstEntry().getValue(), onlyG.firstEntry().getValue());
    double latencyOfLong = latency(onlyQ.lastEntry().getValue(), onlyG.lastEntry().getValue());
    boolean isWorse = latencyOfLong > Math.max(0, latency);
    findings.judge(findings.paper("latency-short").holding(isWorse), latency);
    findings.judge(findings.paper("latency-long").holding(isWorse), latencyOfLong);
  }

  private static double tasks(LoopResult one, LoopResult other) {
    return LoopStudy.gain(one.tasks(), other.tasks());
  }

  private static double latency(LoopResult one, LoopResult other) {
    return LoopStudy.gain(one.meanLatency(), other.meanLatency());
  }
}
