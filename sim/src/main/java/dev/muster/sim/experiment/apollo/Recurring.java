package dev.muster.sim.experiment.apollo;

import dev.muster.core.actor.Chance;
import dev.muster.model.JobSpec;
import dev.muster.sim.compare.baseline.BaselinePlacer;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import java.util.ArrayList;
import java.util.List;

/**
 * Section 5.2: the job of Figure 1 in a busy cell, and twenty like it, under the baseline, under
 * the policy, and under two oracles.
 */
public final class Recurring {

  private static final double SECOND_NS = 1e9;
  private static final double PERCENT = 100;
  private static final int TOKENS = 150;

  /** A day of Figure 9, or one recurring job of Figure 8. */
  private record Contest(Side baseline, Side estimated, double tokens, double unlimited) {

    double baselineSeconds() {
      return baseline.seconds.getFirst();
    }

    double estimatedSeconds() {
      return estimated.seconds.getFirst();
    }
  }

  private record Side(List<Double> seconds, ClusterLedger ledger, TwinLedger twins) {}

  private Recurring() {}

  /** A7: one job in each of several cells. */
  public static void figure9(Settings settings, Findings findings) {
    int days = settings.whole("days");
    Sweep<Contest> sweep = findings.sweep();
    for (int day = 1; day <= days; day++) {
      long seed = settings.seed() + day - 1;
      sweep.add("day", day, point -> day(settings, seed, point));
    }
    var swept = sweep.run();
    findings.add(swept.values("baseline", "s", Contest::baselineSeconds));
    findings.add(swept.values("estimated", "s", Contest::estimatedSeconds));
    findings.add(swept.values("oracle with tokens", "s", Contest::tokens));
    findings.add(swept.values("oracle without", "s", Contest::unlimited));
    show(findings, JobSpec.ESTIMATED, swept.results().stream().map(Contest::estimated).toList());
    show(findings, BaselinePlacer.POLICY, swept.results().stream().map(Contest::baseline).toList());
    double ours = swept.sum(Contest::estimatedSeconds);
    findings.judge("latency", PERCENT * (1 - ours / swept.sum(Contest::baselineSeconds)));
    findings.judge("oracle", PERCENT * (ours / swept.sum(Contest::tokens) - 1));
    findings.judge("oracle-unlimited", PERCENT * (ours / swept.sum(Contest::unlimited) - 1));
  }

  private static Contest day(Settings settings, long seed, PointRun point) {
    var ours = run(settings, seed, JobSpec.ESTIMATED, 1, point);
    var theirs = run(settings, seed, BaselinePlacer.POLICY, 1, point);
    var jobs = jobs(settings, seed);
    var job = jobs.next(1, 1, TOKENS, JobSpec.ESTIMATED);
    return new Contest(
        theirs,
        ours,
        jobs.oracleNs(job, TOKENS) / SECOND_NS,
        jobs.oracleNs(job, JobSpec.NO_CAP) / SECOND_NS);
  }

  /** What the cell was like. */
  private static void show(Findings findings, String policy, List<Side> sides) {
    for (int at = 0; at < sides.size(); at++) {
      var ledger = sides.get(at).ledger;
      findings.point("running with tokens, " + policy, "tasks", at + 1, ledger.meanRegular());
      findings.point("use, " + policy, "%", at + 1, ledger.usePercent());
      findings.point("queueing p95, " + policy, "s", at + 1, ledger.queueingSeconds(95));
      findings.point("duplicates, " + policy, "%", at + 1, sides.get(at).twins.duplicatePercent());
    }
  }

  /** A15: many jobs, of several sizes and speeds, in one cell. */
  public static void recurring(Settings settings, Findings findings) {
    int count = settings.whole("jobs");
    Sweep<Side> sweep = findings.sweep();
    for (var policy : List.of(JobSpec.ESTIMATED, BaselinePlacer.POLICY)) {
      sweep.add(policy, 1, point -> run(settings, settings.seed(), policy, count, point));
    }
    var swept = sweep.run();
    var ours = swept.results().getFirst();
    var theirs = swept.results().getLast();
    show(findings, JobSpec.ESTIMATED, List.of(ours));
    show(findings, BaselinePlacer.POLICY, List.of(theirs));
    double faster = 0;
    double best = 0;
    for (int job = 0; job < count; job++) {
      double times = theirs.seconds.get(job) / ours.seconds.get(job);
      findings.point("speed-up", "times", job + 1, times);
      faster += times > 1 ? 1 : 0;
      best = Math.max(best, times);
    }
    findings.judge(findings.paper("faster", best), PERCENT * faster / count);
    findings.judge(
        findings.paper(
            "deviation", ours.ledger.deviationSeconds(), theirs.ledger.deviationSeconds()),
        ours.ledger.deviationSeconds() / theirs.ledger.deviationSeconds());
  }

  private static ClickJobs jobs(Settings settings, long seed) {
    return new ClickJobs(
        settings.whole("nodes"), BackgroundRun.RACKS.nodesPerRack(), Chance.of(seed, "clicks"));
  }

  private static Side run(Settings settings, long seed, String policy, int count, PointRun point) {
    var jobs = jobs(settings, seed);
    var run =
        new BackgroundRun(
            seed,
            settings.whole("nodes"),
            settings.number("background"),
            count,
            jobs,
            policy,
            SchedulerMaker.adding(SideBySide.baseline(settings.secondsNs("relaxSeconds"))));
    var draw = Chance.of(seed, "sizes");
    List<JobSpec> submitted = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      boolean alone = count == 1;
      double size = alone ? 1 : 0.1 + 0.4 * draw.nextDouble();
      double speed = alone ? 1 : 0.1 + 0.4 * draw.nextDouble();
      var job = jobs.next(size, speed, (int) Math.max(1, TOKENS * size), policy);
      submitted.add(job);
      run.submit(Math.round(number * settings.number("gapSeconds") * SECOND_NS), job);
    }
    run.toEnd(point);
    return new Side(submitted.stream().map(run::seconds).toList(), run.ledger, run.twins);
  }
}
