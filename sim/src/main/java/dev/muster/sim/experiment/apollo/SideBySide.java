package dev.muster.sim.experiment.apollo;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.model.JobSpec;
import dev.muster.sim.compare.baseline.BaselinePlacer;
import dev.muster.sim.drive.SchedulerMaker.PlacerMaker;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import java.util.List;

/** Sections 4 and 5.4: the policy and the baseline in like cells, and both in one. */
public final class SideBySide {

  private static final String BASELINE = "baseline";
  private static final String ESTIMATED = "estimated";
  private static final String HALF = "half and half";
  private static final double PERCENT = 100;

  private SideBySide() {}

  static PlacerMaker baseline(long relaxNs) {
    return (index, seed, context) ->
        new BaselinePlacer(
            context, relaxNs, Chance.of(seed, "baseline of " + SchedulerEvent.at(index)));
  }

  /** A16, A18. */
  public static void run(Settings settings, Findings findings) {
    Sweep<ClusterRun> sweep = findings.sweep();
    add(sweep, settings, BASELINE, List.of(BaselinePlacer.POLICY));
    add(sweep, settings, ESTIMATED, List.of(JobSpec.ESTIMATED));
    add(sweep, settings, HALF, List.of(BaselinePlacer.POLICY, JobSpec.ESTIMATED));
    var swept = sweep.run();
    findings.add(swept.values("duplicates", "%", run -> run.twins.duplicatePercent()));
    findings.add(swept.values("queueing p95", "s", run -> run.ledger.queueingSeconds(95)));
    findings.add(swept.values("use", "%", run -> run.ledger.usePercent()));
    var theirs = swept.results().get(0);
    var ours = swept.results().get(1);
    var both = swept.results().get(2);
    findings.judge(
        findings.paper("fewer", ours.twins.duplicatePercent(), theirs.twins.duplicatePercent()),
        PERCENT * (1 - ours.twins.duplicatePercent() / theirs.twins.duplicatePercent()));
    double before = theirs.ledger.meanQueueingSeconds(0);
    double after = both.ledger.meanQueueingSeconds(0);
    findings.judge(findings.paper("too", before, after), after / before);
  }

  private static void add(
      Sweep<ClusterRun> sweep, Settings settings, String line, List<String> policies) {
    var setting = ClusterSetting.of(settings).withPolicies(policies);
    sweep.add(
        line,
        1,
        point ->
            new ClusterRun(setting, baseline(settings.secondsNs("relaxSeconds")))
                .toEnd(settings.number("warmSeconds"), settings.number("seconds"), point));
  }
}
