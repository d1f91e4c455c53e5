package dev.muster.sim.experiment.sparrow;

import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.sparrow.SampledSetting.LikeTasks;
import dev.muster.sim.experiment.sparrow.SweptTrials.Scope;
import java.util.List;
import java.util.function.DoubleBinaryOperator;

/**
 * How many nodes must be drawn per task? With an omniscient scheduler, per-task sampling and chance
 * beside it: in the simulated cell of Figure 5, and in that of Figure 9, the paper's real cluster
 * of 100 nodes with ten schedulers and a round trip of 1 ms.
 */
public final class ProbeRatios {

  private static final double USUAL = 2;
  private static final String[] LINES = {line(USUAL), Contender.OMNISCIENT.label};

  private ProbeRatios() {}

  public static void figure5(Settings settings, Findings findings) {
    var trials = trials(settings, findings);
    DoubleBinaryOperator gap = (ours, best) -> Numbers.rounded(100 * (ours / best - 1));
    trials.judgeMedians(new Scope(load -> load <= 0.6, LINES), findings.paper("moderate"), gap);
    trials.judgeMedians(Scope.at(0.95, LINES), findings.paper("high"), gap);
    trials.finish();
  }

  /** Optimal is an omniscient scheduler without any delay. */
  public static void figure9(Settings settings, Findings findings) {
    var trials = trials(settings, findings);
    var moderate = new Scope(load -> load <= 0.7, LINES);
    trials.judgeMedians(moderate, findings.paper("cluster"), (ours, best) -> ours - best);
    trials.finish();
  }

  private static SweptTrials trials(Settings settings, Findings findings) {
    var setting = SampledSetting.of(settings);
    var tasks = LikeTasks.of(settings);
    Sweep<TrialResult> sweep = findings.sweep();
    for (double load : settings.numbers("load")) {
      for (var contender : List.of(Contender.OMNISCIENT, Contender.RANDOM, Contender.PER_TASK)) {
        sweep.add(
            contender.label,
            load,
            point -> setting.trial(contender, USUAL, load, tasks).run(point));
      }
      for (double d : settings.numbers("d")) {
        sweep.add(line(d), load, point -> setting.trial(Contender.LATE, d, load, tasks).run(point));
      }
    }
    var swept = sweep.run();
    findings.add(swept.series("", "ms", TrialResult::response));
    return new SweptTrials(findings, swept);
  }

  static String line(double d) {
    return "d=" + Parameter.plain(d);
  }
}
