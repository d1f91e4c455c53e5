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
import dev.muster.workload.Distribution;
import java.util.ArrayList;
import java.util.List;

/**
 * Figure 6: what late binding adds to batch sampling, and batch sampling to drawing for each task
 * by itself, the more so the more task times differ.
 *
 * <p>The paper does not say which Pareto distribution it used; ours has a shape of 2.1.
 */
public final class Figure6 implements Experiment {

  private static final double HIGH_LOAD = 0.95;
  private static final List<Contender> CONTENDERS =
      List.of(Contender.RANDOM, Contender.PER_TASK, Contender.BATCH, Contender.LATE);

  @Override
  public String name() {
    return "sparrow/figure6";
  }

  @Override
  public String about() {
    return "S3: late binding against its alternatives, for three spreads of task times";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameters.nodes(10_000),
        Parameters.cores(1),
        Parameters.schedulers(1),
        Parameters.tasks(500),
        Parameters.taskMs(100),
        Parameters.loads(0.5, 0.8, HIGH_LOAD),
        Parameters.ratio(2),
        Parameters.delayMs(),
        Parameters.jobs(6_000),
        Parameter.seed());
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    double d = settings.number("d");
    var setting = Setting.of(settings);
    var sweep = new Sweep();
    for (var times : Distribution.NAMES) {
      var tasks = LikeTasks.of(settings, times);
      for (double load : settings.numbers("load")) {
        for (var contender : CONTENDERS) {
          sweep.add(line(contender, times), load, () -> setting.trial(contender, d, load, tasks));
        }
      }
    }
    var swept = sweep.run(progress);
    var series = swept.lines("", "ms", Outcome::response);
    return swept.report(this, settings, claims(swept), series);
  }

  private static String line(Contender contender, String times) {
    return contender.label + ", " + times;
  }

  private static List<Claim> claims(Swept swept) {
    List<Claim> claims = new ArrayList<>();
    addFactor(claims, swept, Contender.PER_TASK, "exponential", 2, 1.8);
    addFactor(claims, swept, Contender.BATCH, "exponential", 2, 1.8);
    addFactor(claims, swept, Contender.PER_TASK, "pareto", 3, 2.5);
    return claims;
  }

  private static void addFactor(
      List<Claim> claims, Swept swept, Contender slower, String times, double paper, double least) {
    var slow = swept.at(line(slower, times), HIGH_LOAD);
    var fast = swept.at(line(Contender.LATE, times), HIGH_LOAD);
    if (slow.isPresent() && fast.isPresent()) {
      double factor =
          slow.get().response(HIGH_LOAD).median() / fast.get().response(HIGH_LOAD).median();
      var what =
          "median of %s over that of late binding, %s, load 0.95".formatted(slower.label, times);
      claims.add(
          swept.judged(
              Verdict.atLeast("S3", paper, factor, least, "times", what),
              load -> Numbers.same(load, HIGH_LOAD),
              line(slower, times),
              line(Contender.LATE, times)));
    }
  }
}
