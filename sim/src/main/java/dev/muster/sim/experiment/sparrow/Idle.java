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

/**
 * Section 4.3: what late binding costs. A slot whose turn has come stands empty for a round trip,
 * and for nothing if no task is left; by the paper's formula d · RTT / t of the time.
 *
 * <p>Measured is the time that slots are held while their nodes ask, over the time that tasks run.
 * It stays below the formula because reservations that are no longer needed are withdrawn.
 */
public final class Idle implements Experiment {

  private static final double USUAL = 2;
  private static final double PERCENT = 100;

  @Override
  public String name() {
    return "sparrow/idle";
  }

  @Override
  public String about() {
    return "S5: how long slots stand empty while their nodes ask for a task";
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
        Parameters.loads(0.3, 0.5, 0.7, 0.8, 0.9, 0.95),
        Parameters.ratios(1, 1.5, USUAL, 3),
        Parameters.delayMs(),
        Parameters.jobs(20_000),
        Parameter.seed());
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    var setting = Setting.of(settings);
    var tasks = LikeTasks.of(settings);
    var sweep = new Sweep();
    for (double d : settings.numbers("d")) {
      for (double load : settings.numbers("load")) {
        sweep.add(line(d), load, () -> setting.trial(Contender.LATE, d, load, tasks));
      }
    }
    var swept = sweep.run(progress);
    var series = swept.values("idle while asking", "%", Idle::percent);
    return swept.report(this, settings, claims(settings, swept), series);
  }

  private static String line(double d) {
    return "d=" + Parameter.plain(d);
  }

  private static double percent(Outcome outcome) {
    return PERCENT * outcome.idleAsking();
  }

  private static List<Claim> claims(Settings settings, Swept swept) {
    var worst =
        settings.numbers("load").stream()
            .flatMap(load -> swept.at(line(USUAL), load).stream())
            .mapToDouble(Idle::percent)
            .max();
    if (worst.isEmpty()) {
      return List.of();
    }
    double formula =
        Numbers.rounded(
            PERCENT * USUAL * 2 * settings.number("delayMs") / settings.number("taskMs"));
    double limit = Numbers.rounded(formula * 1.1);
    var what = "of the time that tasks run, d=2, worst of all loads";
    var claim = Verdict.atMost("S5", formula, worst.getAsDouble(), limit, "%", what);
    return List.of(swept.judged(claim, _ -> true, line(USUAL)));
  }
}
