package dev.muster.sim.experiment.mercury;

import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;

/** Section 3.4, M9: a promotion is granted only if guaranteed tasks still fit. */
public final class PromotionRuns {

  /** Runs of one point of the sweep. */
  private static final int BATCH = 250;

  private record PromotionTally(long asked, long granted, long overCommitted) {}

  private PromotionRuns() {}

  public static void run(Settings settings, Findings findings) {
    int runs = settings.whole("runs");
    Sweep<PromotionTally> sweep = findings.sweep();
    for (int from = 0; from < runs; from += BATCH) {
      int first = from;
      int end = Math.min(runs, from + BATCH);
      sweep.add(
          "promotions",
          from,
          point -> {
            long asked = 0;
            long granted = 0;
            long over = 0;
            for (int index = first; index < end; index++) {
              var run = new PromotionRun(settings.seed() * Integer.MAX_VALUE + index).toEnd(point);
              asked += run.asked.size();
              granted += run.granted;
              over += run.overCommitted;
              point.at((index + 1.0 - first) / (end - first));
            }
            return new PromotionTally(asked, granted, over);
          });
    }
    var swept = sweep.run();
    double asked = swept.sum(PromotionTally::asked);
    double granted = swept.sum(PromotionTally::granted);
    findings.point("promotions asked for", "attempts", 1, asked);
    findings.point("promotions granted", "attempts", 1, granted);
    findings.judge(
        findings.paper("over", runs, (long) granted, (long) asked),
        swept.sum(PromotionTally::overCommitted));
  }
}
