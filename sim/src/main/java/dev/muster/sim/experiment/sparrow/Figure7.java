package dev.muster.sim.experiment.sparrow;

import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Claim;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Outcome;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.Swept;
import java.util.List;

/** Figure 7: the same number of slots in fewer, larger nodes. */
public final class Figure7 implements Experiment {

  private static final double HIGH_LOAD = 0.95;

  @Override
  public String name() {
    return "sparrow/figure7";
  }

  @Override
  public String about() {
    return "S4: response time when the same slots are in fewer nodes of more cores";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.whole("slots", 10_000, 1_000, 1_000_000, "slots of all machines together"),
        Parameter.numbers("cores", new double[] {1, 2, 4, 8, 16}, 1, 1_000, "slots of a machine"),
        Parameters.schedulers(1),
        Parameters.tasks(500),
        Parameters.taskMs(100),
        Parameters.times("exponential"),
        Parameters.loads(0.5, 0.7, 0.8, 0.9, HIGH_LOAD),
        Parameters.ratio(2),
        Parameters.delayMs(),
        Parameters.jobs(6_000),
        Parameter.seed());
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    double d = settings.number("d");
    var tasks = LikeTasks.of(settings);
    var sweep = new Sweep();
    for (double each : settings.numbers("cores")) {
      int cores = (int) each;
      var setting = Setting.of(settings, settings.whole("slots") / cores, cores);
      for (double load : settings.numbers("load")) {
        sweep.add(line(cores), load, () -> setting.trial(Contender.LATE, d, load, tasks));
      }
    }
    var swept = sweep.run(progress);
    var series = swept.lines("", "ms", Outcome::response);
    return swept.report(this, settings, claims(swept), series);
  }

  private static String line(int cores) {
    return cores == 1 ? "1 core" : cores + " cores";
  }

  private static List<Claim> claims(Swept swept) {
    var one = swept.at(line(1), HIGH_LOAD);
    var four = swept.at(line(4), HIGH_LOAD);
    if (one.isEmpty() || four.isEmpty()) {
      return List.of();
    }
    double better =
        100
            * (1
                - four.get().response(HIGH_LOAD).median() / one.get().response(HIGH_LOAD).median());
    var what = "median with 4 cores below that with 1, load 0.95";
    return List.of(
        swept.judged(
            Verdict.atLeast("S4", 20, better, 20, "%", what),
            load -> Numbers.same(load, HIGH_LOAD),
            line(1),
            line(4)));
  }
}
