package dev.muster.sim.experiment.sparrow;

import dev.muster.core.actor.Chance;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.sparrow.SampledSetting.LikeTasks;
import dev.muster.sim.experiment.sparrow.SweptTrials.Scope;
import dev.muster.workload.PoissonArrivals;

/**
 * The same work in other cells. Figure 7: the same number of slots in fewer, larger nodes.
 *
 * <p>Ours: does a second scheduler place twice as many tasks? Each thinks for a modelled time about
 * each task, and as much work arrives as keeps all of them thinking for most of the time. If that
 * is too much for them together, response times show it; the nodes are never the limit. And a cell
 * at a steady load, with one and with d reservations per task: the same jobs with the same task
 * times run twice, so that the difference is the policy's.
 */
public final class CellShapes {

  private static final double HIGH_LOAD = 0.95;
  private static final double PERCENT = 100;
  private static final String PLACED = "tasks placed";
  private static final String RESPONSE = "job response time";

  private CellShapes() {}

  public static void figure7(Settings settings, Findings findings) {
    double d = settings.number("d");
    var tasks = LikeTasks.of(settings);
    Sweep<TrialResult> sweep = findings.sweep();
    for (double each : settings.numbers("cores")) {
      int cores = (int) each;
      var setting = SampledSetting.of(settings, settings.whole("slots") / cores, cores);
      for (double load : settings.numbers("load")) {
        sweep.add(
            line(cores), load, point -> setting.trial(Contender.LATE, d, load, tasks).run(point));
      }
    }
    var trials = new SweptTrials(findings, sweep.run());
    findings.add(trials.swept().series("", "ms", TrialResult::response));
    trials.judgeMedians(
        Scope.at(HIGH_LOAD, line(4), line(1)),
        findings.paper("four-cores"),
        (four, one) -> PERCENT * (1 - four / one));
    trials.swept().at(line(1), HIGH_LOAD).ifPresent(one -> judgeStability(trials, one));
    trials.finish();
  }

  private static void judgeStability(SweptTrials trials, TrialResult one) {
    trials.judge(
        Scope.at(HIGH_LOAD, line(1)),
        trials.findings().paper("stable"),
        PERCENT * (one.laterMedian() / one.median() - 1));
  }

  private static String line(int cores) {
    return cores == 1 ? "1 core" : cores + " cores";
  }

  public static void scale(Settings settings, Findings findings) {
    var counts = settings.numbers("schedulers");
    Sweep<TrialResult> sweep = findings.sweep();
    for (double count : counts) {
      sweep.add(PLACED, count, point -> thinking(settings, (int) count).run(point));
    }
    var trials = new SweptTrials(findings, sweep.run());
    findings.add(trials.swept().values("", "tasks/s", TrialResult::tasksPerSecond));
    double first = trials.at(PLACED, counts.getFirst()).tasksPerSecond();
    for (double count : counts) {
      findings.point(
          "tasks placed over those of the first line",
          "times",
          count,
          trials.at(PLACED, count).tasksPerSecond() / first);
    }
    findings.add(trials.swept().series("response time", "ms", TrialResult::response));
    trials.finish();
  }

  private static Trial thinking(Settings settings, int schedulers) {
    long seed = settings.seed();
    var tasks = LikeTasks.of(settings, "constant");
    double thinkNs = settings.number("thinkUs") * 1e3;
    double gapNs = thinkNs * tasks.count() / (settings.number("pressure") * schedulers);
    var arrivals = new PoissonArrivals(gapNs, Chance.of(seed, "arrivals"));
    var cell =
        CellSpec.of(seed, settings.whole("nodes"), SampledSetting.SLOT)
            .withSchedulers(schedulers)
            .withProbeRatio(settings.number("d"))
            .withThinking(new ThinkTime(0, Math.round(thinkNs)));
    int jobs = settings.whole("jobs") * schedulers;
    return Trial.of(cell, settings.millisNs("delayMs"), tasks.arriving(arrivals, seed), jobs);
  }

  public static void steady(Settings settings, Findings findings) {
    Sweep<TrialResult> sweep = findings.sweep();
    for (double ratio : new double[] {1, settings.number("d")}) {
      sweep.add(RESPONSE, ratio, point -> steady(settings, ratio).run(point));
    }
    var trials = new SweptTrials(findings, sweep.run());
    findings.add(trials.swept().series("", "ms", TrialResult::responseAtClient));
    trials.finish();
  }

  private static Trial steady(Settings settings, double ratio) {
    long seed = settings.seed();
    int nodes = settings.whole("nodes");
    var tasks = LikeTasks.of(settings);
    var cell =
        CellSpec.of(seed, nodes, SampledSetting.SLOT)
            .withSchedulers(settings.whole("schedulers"))
            .withProbeRatio(ratio);
    var work = tasks.arriving(settings.number("load"), nodes, seed);
    return Trial.of(cell, settings.millisNs("delayMs"), work, settings.whole("jobs"));
  }
}
