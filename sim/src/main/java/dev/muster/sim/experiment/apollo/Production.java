package dev.muster.sim.experiment.apollo;

import dev.muster.core.scheduler.place.estimated.CompletionModel.InputDistance;
import dev.muster.core.scheduler.place.estimated.CorrectionReason;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.machine.Disturbance;
import java.util.Locale;

/**
 * Sections 5.1, 5.3 and 5.4: the production cell under its usual mix of jobs, at its peak, with
 * data, without estimates, and with attempts that are slowed.
 */
public final class Production {

  private static final String ESTIMATED = "estimated";
  private static final double PERCENT = 100;
  private static final double SLOW_SHARE = 0.03;
  private static final double SLOWDOWN = 5;

  private Production() {}

  /** A5(a), A8, A10, A17. */
  public static void mix(Settings settings, Findings findings) {
    var run = run(ClusterSetting.of(settings), settings, findings);
    show(findings, settings, run);
    var ledger = run.ledger;
    findings.judge(findings.paper("queueing", ledger.meanRegular()), ledger.queueingSeconds(95));
    findings.judge("use", ledger.usePercent());
    findings.judge("gap", ledger.gapPoints());
    findings.judge("rate", ledger.startedPerSecond() / settings.number("scale"));
    findings.judge("wait", run.estimates.nearWaitPercent());
    findings.judge("cpu", run.estimates.nearRunPercent());
    findings.judge("duplicates", run.twins.duplicatePercent());
    if (run.twins.duplicates == 0) {
      findings.note("no task had a duplicate: waits are as expected; set more tokens to see some");
    } else {
      findings.judge(findings.paper("success", run.twins.duplicates), run.twins.successPercent());
    }
    findings.judge("regular", ledger.regularPercent());
  }

  /** A5(b). */
  public static void peak(Settings settings, Findings findings) {
    var run = run(ClusterSetting.of(settings), settings, findings);
    show(findings, settings, run);
    var ledger = run.ledger;
    findings.judge("peak", ledger.startedPerSecond() / settings.number("scale"));
    findings.judge("peak-ended", ledger.endedPerSecond() / settings.number("scale"));
    findings.judge("peak-use", ledger.usePercent());
    findings.judge("peak-queueing", ledger.queueingSeconds(95));
  }

  /** A6. */
  public static void locality(Settings settings, Findings findings) {
    var run = run(ClusterSetting.of(settings).withData(), settings, findings);
    show(findings, settings, run);
    var reads = run.reads();
    double all = Math.max(1, reads.total());
    double local = PERCENT * reads.at(InputDistance.LOCAL) / all;
    double rack = PERCENT * reads.at(InputDistance.RACK) / all;
    findings.judge(findings.paper("near", local, rack), local + rack);
    for (var distance : InputDistance.values()) {
      findings.judge(
          findings
              .paper("tasks", distance.name().toLowerCase(Locale.ROOT))
              .withPaper(PAPER_TASKS[distance.ordinal()]),
          run.tasksPercent(distance));
    }
    findings.judge("queueing", run.ledger.queueingSeconds(95));
  }

  private static final double[] PAPER_TASKS = {28, 56, 16};

  /** A9. */
  public static void estimates(Settings settings, Findings findings) {
    var setting = ClusterSetting.of(settings);
    Sweep<ClusterRun> sweep = findings.sweep();
    sweep.add("estimates", 1, point -> toEnd(setting, settings, point));
    sweep.add(
        "one for all",
        2,
        point -> toEnd(setting.withoutEstimates(settings.millisNs("defaultMs")), settings, point));
    var swept = sweep.run();
    findings.add(swept.values("deviation", "s", run -> run.ledger.deviationSeconds()));
    findings.add(swept.values("queueing p95", "s", run -> run.ledger.queueingSeconds(95)));
    double with = swept.results().get(0).ledger.deviationSeconds();
    double without = swept.results().get(1).ledger.deviationSeconds();
    findings.judge(findings.paper("balance", with, without), without / with);
  }

  /** A11. */
  public static void stragglers(Settings settings, Findings findings) {
    var setting = ClusterSetting.of(settings);
    var usual = setting.disturbance();
    var slowing =
        new Disturbance(usual.seed(), usual.sigma(), usual.earlyShare(), SLOW_SHARE, SLOWDOWN);
    var run = run(setting.with(slowing), settings, findings);
    show(findings, settings, run);
    findings.judge(findings.paper("caught", run.twins.slowed), run.twins.caughtPercent());
    findings.judge(findings.paper("false", run.twins.copies), run.twins.falsePercent());
  }

  static ClusterRun run(ClusterSetting setting, Settings settings, Findings findings) {
    Sweep<ClusterRun> sweep = findings.sweep();
    sweep.add(ESTIMATED, 1, point -> toEnd(setting, settings, point));
    return sweep.run().results().getFirst();
  }

  private static ClusterRun toEnd(ClusterSetting setting, Settings settings, PointRun point) {
    return new ClusterRun(setting)
        .toEnd(settings.number("warmSeconds"), settings.number("seconds"), point);
  }

  static void show(Findings findings, Settings settings, ClusterRun run) {
    var ledger = run.ledger;
    double scale = settings.number("scale");
    findings.point("running with tokens", "tasks", 1, ledger.meanRegular());
    findings.point("started", "tasks/s", 1, ledger.startedPerSecond());
    findings.point("ended", "tasks/s", 1, ledger.endedPerSecond());
    for (double percentile : new double[] {50, 95, 99}) {
      findings.point("queueing", "s", percentile, ledger.queueingSeconds(percentile));
    }
    findings.point("use", "%", 1, ledger.usePercent());
    for (var reason : CorrectionReason.values()) {
      double corrected = run.correctedPercent(reason);
      if (corrected > 0) {
        var name = reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        findings.point(name, "%", 1, corrected);
        findings.point(name + ", in time", "%", 1, run.inTimePercent(reason));
      }
    }
    findings.note("%d nodes, %d jobs ended, scale %s".formatted(run.nodes(), run.ended, scale));
  }
}
