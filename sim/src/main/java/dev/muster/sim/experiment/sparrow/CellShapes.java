package dev.muster.sim.experiment.sparrow;

import dev.muster.core.actor.Chance;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.PaperValue;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.sparrow.SampledSetting.LikeTasks;
import dev.muster.sim.experiment.sparrow.SweptTrials.Scope;
import dev.muster.workload.PoissonArrivals;
import java.util.List;

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

  private static final PaperValue FOUR_CORES =
      PaperValue.of("S4 | 20 % | median with 4 cores below that with 1, load 0.95 | at least 20");

  private static final double HIGH_LOAD = 0.95;
  private static final String PLACED = "tasks placed";
  private static final String RESPONSE = "job response time";

  public static final Experiment FIGURE7 =
      new Experiment(
          "sparrow/figure7",
          "S4: response time when the same slots are in fewer nodes of more cores",
          "load",
          List.of(
              Parameter.whole("slots", 10_000, 1_000, 1_000_000, "slots of all machines together"),
              Parameter.numbers(
                  "cores", new double[] {1, 2, 4, 8, 16}, 1, 1_000, "slots of a machine"),
              SampledSetting.schedulers(1),
              SampledSetting.tasks(500),
              SampledSetting.taskMs(100),
              SampledSetting.times("exponential"),
              SampledSetting.loads(0.5, 0.7, 0.8, 0.9, HIGH_LOAD),
              SampledSetting.ratio(2),
              SampledSetting.delayMs(),
              SampledSetting.jobs(6_000),
              Parameter.seed()),
          CellShapes::figure7);

  public static final Experiment SCALE =
      new Experiment(
          "sparrow/scale",
          "tasks placed per second by 1, 2, 4 and 8 schedulers that need time to think",
          "schedulers",
          List.of(
              SampledSetting.nodes(10_000),
              Parameter.numbers("schedulers", new double[] {1, 2, 4, 8}, 1, 1_000, "schedulers"),
              SampledSetting.tasks(100),
              SampledSetting.taskMs(10),
              Parameter.number("thinkUs", 100, 0.001, 1e6, "time to think about a task"),
              Parameter.number(
                  "pressure", 0.9, 0.01, 0.99, "work that arrives over what can be thought about"),
              SampledSetting.ratio(2),
              SampledSetting.delayMs(),
              Parameter.whole("jobs", 500, 10, SampledSetting.MAX_JOBS, "jobs for each scheduler"),
              Parameter.seed()),
          CellShapes::scale);

  public static final Experiment STEADY =
      new Experiment(
          "sampled/steady",
          "response time of jobs at a steady load, with 1 and with d reservations per task",
          "reservations per task",
          List.of(
              Parameter.whole("nodes", 1_000, 1, 1_000_000, "machines with one slot each"),
              SampledSetting.schedulers(1),
              SampledSetting.load(0.8),
              SampledSetting.tasks(10),
              SampledSetting.taskMs(100),
              SampledSetting.times("exponential"),
              Parameter.number("d", 2, 1, 100, "reservations per task"),
              Parameter.number("delayMs", 0.5, 0, 1e6, "delay of every message, one way"),
              Parameter.whole("jobs", 5_000, 10, SampledSetting.MAX_JOBS, "jobs to run"),
              Parameter.seed()),
          CellShapes::steady);

  private CellShapes() {}

  private static void figure7(Settings settings, Findings findings) {
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
    trials
        .medians(line(4), line(1), HIGH_LOAD, (four, one) -> 100 * (1 - four / one))
        .ifPresent(
            better -> trials.judge(Scope.at(HIGH_LOAD, line(1), line(4)), FOUR_CORES, better));
    trials.finish();
  }

  private static String line(int cores) {
    return cores == 1 ? "1 core" : cores + " cores";
  }

  private static void scale(Settings settings, Findings findings) {
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

  private static void steady(Settings settings, Findings findings) {
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
