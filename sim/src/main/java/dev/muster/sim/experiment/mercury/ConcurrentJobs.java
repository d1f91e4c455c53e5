package dev.muster.sim.experiment.mercury;

import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Settings;

/** Section 7.2.1, M1: only-Q with several numbers of jobs at a time, against only-G. */
public final class ConcurrentJobs {

  private ConcurrentJobs() {}

  public static void run(Settings settings, Findings findings) {
    var study = new LoopStudy(settings);
    var sweep = study.sweep(findings);
    sweep.add(TierPolicy.ONLY_G.name(), 0, point -> study.onlyG(point));
    for (double jobs : settings.numbers("jobs")) {
      sweep.add(
          TierPolicy.ONLY_Q.name(), jobs, point -> study.run(TierPolicy.ONLY_Q, (int) jobs, point));
    }
    var swept = sweep.run();
    LoopStudy.show(findings, swept);
  }
}
