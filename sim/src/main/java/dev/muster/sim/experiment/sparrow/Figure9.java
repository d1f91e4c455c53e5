package dev.muster.sim.experiment.sparrow;

import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Claim;
import dev.muster.sim.experiment.Outcome;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.Swept;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Figure 9: the paper's real cluster of 100 nodes, with ten schedulers and a round trip of 1 ms.
 *
 * <p>Optimal is an omniscient scheduler without any delay; per-task sampling and chance stand
 * beside it.
 */
public final class Figure9 implements Experiment {

  private static final double USUAL = 2;
  private static final double MODERATE_LOAD = 0.7;

  @Override
  public String name() {
    return "sparrow/figure9";
  }

  @Override
  public String about() {
    return "S6: response time of 10-task jobs on 100 nodes of four cores, by draws per task";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameters.nodes(100),
        Parameters.cores(4),
        Parameters.schedulers(10),
        Parameters.tasks(10),
        Parameters.taskMs(100),
        Parameters.times("constant"),
        Parameters.loads(0.1, 0.3, 0.5, 0.6, MODERATE_LOAD, 0.8, 0.9, 0.95),
        Parameters.ratios(1, 1.1, 1.2, 1.5, USUAL, 3),
        Parameters.delayMs(),
        Parameters.jobs(20_000),
        Parameter.seed());
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    var setting = Setting.of(settings);
    var tasks = LikeTasks.of(settings);
    var sweep = new Sweep();
    for (double load : settings.numbers("load")) {
      for (var contender : List.of(Contender.OMNISCIENT, Contender.RANDOM, Contender.PER_TASK)) {
        sweep.add(contender.label, load, () -> setting.trial(contender, USUAL, load, tasks));
      }
      for (double d : settings.numbers("d")) {
        sweep.add(line(d), load, () -> setting.trial(Contender.LATE, d, load, tasks));
      }
    }
    var swept = sweep.run(progress);
    var series = swept.lines("", "ms", Outcome::response);
    return swept.report(this, settings, claims(settings, swept), series);
  }

  private static String line(double d) {
    return "d=" + Parameter.plain(d);
  }

  private static List<Claim> claims(Settings settings, Swept swept) {
    var worst =
        settings.numbers("load").stream()
            .filter(load -> load <= MODERATE_LOAD)
            .flatMapToDouble(load -> gapMs(swept, load).stream())
            .max();
    if (worst.isEmpty()) {
      return List.of();
    }
    var what = "median over optimal, d=2, load up to 0.7";
    var claim = Verdict.atMost("S6", 2.5, worst.getAsDouble(), 2.5, "ms", what);
    return List.of(
        swept.judged(
            claim, load -> load <= MODERATE_LOAD, line(USUAL), Contender.OMNISCIENT.label));
  }

  private static OptionalDouble gapMs(Swept swept, double load) {
    var ours = swept.at(line(USUAL), load);
    var best = swept.at(Contender.OMNISCIENT.label, load);
    return ours.isEmpty() || best.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            ours.get().response(load).median() - best.get().response(load).median());
  }
}
