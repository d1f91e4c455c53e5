package dev.muster.sim.experiment.apollo;

import dev.muster.core.actor.Timing;
import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * What the paper says of bad times: the monitor is down, a tenth of the servers fails at once and
 * comes back, and requests come in bursts.
 */
public final class Disruptions {

  private static final long S = 1_000_000_000;
  private static final double PERCENT = 100;
  private static final String CALM = "calm";
  private static final String DISRUPTED = "disrupted";

  /** One in so many nodes fails. */
  private static final int FAILING = 10;

  private static final int BURST_TASKS = 100_000;
  private static final int BURST_JOB_TASKS = 1_000;
  private static final long BURST_TASK_NS = 2 * S;

  private Disruptions() {}

  /** A13: the window is the time in which the monitor is down. */
  public static void monitor(Settings settings, Findings findings) {
    var setting = ClusterSetting.of(settings);
    Sweep<ClusterRun> sweep = findings.sweep();
    sweep.add(CALM, 1, point -> toEnd(new ClusterRun(setting), settings, point));
    sweep.add(
        DISRUPTED,
        2,
        point -> {
          var run = new ClusterRun(setting);
          run.cell().simulation().at(fromNs(settings), () -> run.cell().crash(MonitorEvent.AT));
          return toEnd(run, settings, point);
        });
    var swept = sweep.run();
    findings.add(swept.values("queueing p95", "s", run -> run.ledger.queueingSeconds(95)));
    findings.add(swept.values("started", "tasks/s", run -> run.ledger.startedPerSecond()));
    var calm = swept.results().getFirst().ledger;
    var down = swept.results().getLast().ledger;
    findings.judge("throughput", PERCENT * down.startedPerSecond() / calm.startedPerSecond());
    findings.judge(findings.paper("queueing", calm.queueingSeconds(95)), down.queueingSeconds(95));
  }

  /** A14: servers fail as the window opens, and come back when they were given up. */
  public static void outage(Settings settings, Findings findings) {
    var setting = ClusterSetting.of(settings).with(Timing.standard().withoutProgress());
    Sweep<Double> sweep = findings.sweep();
    sweep.add(DISRUPTED, 1, point -> recovery(setting, settings, point));
    findings.judge("recovery", sweep.run().results().getFirst());
  }

  /** How long after their return it takes until 95% of the servers have started a task. */
  private static double recovery(ClusterSetting setting, Settings settings, PointRun point) {
    var run = new ClusterRun(setting);
    var simulation = run.cell().simulation();
    long failNs = fromNs(settings);
    long backNs = failNs + settings.secondsNs("downSeconds");
    int failing = setting.nodes() / FAILING;
    simulation.at(failNs, () -> eachFailing(failing, node -> run.cell().crash(NodeEvent.at(node))));
    simulation.at(
        backNs,
        () ->
            eachFailing(
                failing,
                node -> {
                  run.ledger.mark(node);
                  run.cell().restart(NodeEvent.at(node));
                }));
    toEnd(run, settings, point);
    return run.ledger.usedAgainSeconds(95);
  }

  private static void eachFailing(int count, IntConsumer each) {
    for (int at = 0; at < count; at++) {
      each.accept(at * FAILING);
    }
  }

  /** A19: so many tasks become ready within a second, ten seconds after the window opens. */
  public static void burst(Settings settings, Findings findings) {
    var setting = ClusterSetting.of(settings);
    Sweep<ClusterRun> sweep = findings.sweep();
    sweep.add(
        DISRUPTED,
        1,
        point -> {
          var run = new ClusterRun(setting);
          int jobs = (int) Math.ceil(BURST_TASKS * setting.scale() / BURST_JOB_TASKS);
          long atNs = fromNs(settings) + 10 * S;
          for (int job = 0; job < jobs; job++) {
            run.submitApart(atNs + S * job / jobs, run.jobs().add(burstJob(), BURST_TASK_NS));
          }
          return toEnd(run, settings, point);
        });
    var run = sweep.run().results().getFirst();
    Production.show(findings, settings, run);
    findings.judge("burst-queueing", run.ledger.queueingSeconds(95));
    findings.judge("nothing-lost", run.apartLeft());
  }

  private static JobSpec burstJob() {
    return JobSpec.of(
            "burst",
            StageSpec.of("s", BURST_JOB_TASKS, DagJobs.SLOT, List.of("modelled"))
                .withEstimate(BURST_TASK_NS))
        .withPolicy(JobSpec.ESTIMATED)
        .withTokens(BURST_JOB_TASKS);
  }

  private static long fromNs(Settings settings) {
    return ClusterRun.startNs(settings.number("warmSeconds"));
  }

  private static ClusterRun toEnd(ClusterRun run, Settings settings, PointRun point) {
    return run.toEnd(settings.number("warmSeconds"), settings.number("seconds"), point);
  }
}
