package dev.muster.sim.experiment.mercury;

import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;

/** Section 7.2.1, M1: opportunistic tasks alone, with several numbers of jobs at a time. */
public final class ConcurrentJobs {

  private static final double JOBS = 150;

  /** What differs by so much is tied. */
  private static final double TIE = 0.02;

  private ConcurrentJobs() {}

  public static void run(Settings settings, Findings findings) {
    var study = new LoopStudy(settings);
    Sweep<LoopResult> sweep = findings.sweep();
    sweep.add(TierPolicy.ONLY_G.name(), 0, study::onlyG);
    for (double jobs : settings.numbers("jobs")) {
      sweep.add(
          TierPolicy.ONLY_Q.name(), jobs, point -> study.run(TierPolicy.ONLY_Q, (int) jobs, point));
    }
    var swept = sweep.run();
    LoopStudy.show(findings, swept);
    var onlyG = swept.results().getFirst();
    var line = swept.line(TierPolicy.ONLY_Q.name());
    var onlyQ = line.get(JOBS);
    if (onlyQ == null) {
      findings.note("M1 is about 150 jobs at a time");
      return;
    }
    findings.judge("tasks", LoopStudy.gain(onlyQ.tasks(), onlyG.tasks()));
    var most = line.values().stream().mapToDouble(LoopResult::tasks).max().orElse(0);
    double below = 1 - onlyQ.tasks() / most;
    double best =
        line.entrySet().stream()
            .filter(each -> Numbers.same(each.getValue().tasks(), most))
            .findFirst()
            .map(each -> each.getKey())
            .orElse(JOBS);
    findings.judge(findings.paper("best", best).holding(below <= TIE), 100 * below);
    findings.judge("jobs", LoopStudy.gain(onlyQ.jobs(), onlyG.jobs()));
    findings.judge("latency", LoopStudy.gain(onlyQ.meanLatency(), onlyG.meanLatency()));
    findings.judge("faster", onlyQ.fasterPercent(onlyG));
  }
}
