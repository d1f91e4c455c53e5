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
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;

/**
 * Figure 5: how many nodes must be drawn per task? With an omniscient scheduler, per-task sampling
 * and chance beside it.
 */
public final class Figure5 implements Experiment {

  private static final double USUAL = 2;
  private static final double MODERATE_LOAD = 0.6;
  private static final double HIGH_LOAD = 0.95;

  @Override
  public String name() {
    return "sparrow/figure5";
  }

  @Override
  public String about() {
    return "S2: response time of 500-task jobs by load, for several numbers of draws per task";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameters.nodes(10_000),
        Parameters.cores(1),
        Parameters.schedulers(1),
        Parameters.tasks(500),
        Parameters.taskMs(100),
        Parameters.times("exponential"),
        Parameters.loads(0.1, 0.3, 0.5, MODERATE_LOAD, 0.7, 0.8, 0.9, HIGH_LOAD),
        Parameters.ratios(1, 1.2, 1.5, USUAL, 4),
        Parameters.delayMs(),
        Parameters.jobs(1_000),
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
    List<Claim> claims = new ArrayList<>();
    settings.numbers("load").stream()
        .filter(load -> load <= MODERATE_LOAD)
        .flatMapToDouble(load -> gapPercent(swept, load).stream())
        .max()
        .ifPresent(
            gap ->
                claims.add(
                    judged(
                        swept,
                        Verdict.atMost(
                            "S2", 4, gap, 5, "%", "over omniscient, d=2, load up to 0.6"),
                        load -> load <= MODERATE_LOAD)));
    gapPercent(swept, HIGH_LOAD)
        .ifPresent(
            gap ->
                claims.add(
                    judged(
                        swept,
                        Verdict.atMost("S2", 33, gap, 38, "%", "over omniscient, d=2, load 0.95"),
                        load -> Numbers.same(load, HIGH_LOAD))));
    return claims;
  }

  private static Claim judged(Swept swept, Claim claim, DoublePredicate loads) {
    return swept.judged(claim, loads, line(USUAL), Contender.OMNISCIENT.label);
  }

  private static OptionalDouble gapPercent(Swept swept, double load) {
    var ours = swept.at(line(USUAL), load);
    var best = swept.at(Contender.OMNISCIENT.label, load);
    return ours.isEmpty() || best.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            Numbers.rounded(
                100
                    * (ours.get().response(load).median() / best.get().response(load).median()
                        - 1)));
  }
}
