package dev.muster.sim.experiment.sparrow;

import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.sparrow.SampledSetting.LikeTasks;
import dev.muster.sim.experiment.sparrow.SweptTrials.Scope;
import dev.muster.workload.Distribution;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;

/**
 * What late binding is worth and what it costs.
 *
 * <p>Figure 6: what it adds to batch sampling, and batch sampling to drawing for each task by
 * itself, the more so the more task times differ. The paper does not say which Pareto distribution
 * it used; ours have several shapes. Of the factors it says "2x" without a distribution or a
 * percentile; beside ours stand those of its authors' public simulator. <i>Ideal</i> is the median
 * of jobs whose tasks never wait.
 *
 * <p>Section 4.3: a slot whose turn has come stands empty for a round trip, and for nothing if no
 * task is left; by the paper's formula d · RTT / t of the time. Measured is the time that slots are
 * held while their nodes wait for a task, over the time that tasks run. The share stays below the
 * formula because reservations that are no longer needed are withdrawn.
 */
public final class LateBindingWorth {

  private static final double HIGH_LOAD = 0.95;
  private static final double USUAL = 2;
  private static final double PERCENT = 100;
  private static final List<Contender> CONTENDERS =
      List.of(Contender.RANDOM, Contender.PER_TASK, Contender.BATCH, Contender.LATE);

  private LateBindingWorth() {}

  public static void figure6(Settings settings, Findings findings) {
    double d = settings.number("d");
    var setting = SampledSetting.of(settings);
    Sweep<TrialResult> sweep = findings.sweep();
    for (var kind : kinds(settings).entrySet()) {
      var times = kind.getKey();
      var tasks = new LikeTasks(settings.whole("tasks"), kind.getValue());
      for (double load : settings.numbers("load")) {
        for (var contender : CONTENDERS) {
          sweep.add(
              line(contender, times),
              load,
              point -> setting.trial(contender, d, load, tasks).run(point));
        }
      }
    }
    var trials = new SweptTrials(findings, sweep.run());
    findings.add(trials.swept().series("", "ms", TrialResult::response));
    double ideal = idealMs(settings);
    DoubleBinaryOperator factor = (slow, fast) -> slow / fast;
    DoubleBinaryOperator aboveIdeal = (slow, fast) -> (slow - ideal) / (fast - ideal);
    judge(trials, Contender.PER_TASK, "exponential", factor, "factor", 1.56);
    judge(trials, Contender.BATCH, "exponential", factor, "factor", 1.38);
    judge(trials, Contender.PER_TASK, "exponential", aboveIdeal, "above-ideal", 3.2);
    judge(trials, Contender.BATCH, "exponential", aboveIdeal, "above-ideal", 2.5);
    for (double shape : settings.numbers("shape")) {
      judge(trials, Contender.PER_TASK, pareto(shape), factor, "pareto", 3);
    }
    trials.finish();
  }

  /** The distributions of task times, by their names. */
  private static Map<String, Distribution> kinds(Settings settings) {
    double meanNs = settings.number("taskMs") * 1e6;
    Map<String, Distribution> kinds = new LinkedHashMap<>();
    kinds.put("constant", new Distribution.Constant(meanNs));
    kinds.put("exponential", new Distribution.Exponential(meanNs));
    for (double shape : settings.numbers("shape")) {
      kinds.put(pareto(shape), new Distribution.Pareto(meanNs, shape));
    }
    return kinds;
  }

  private static String pareto(double shape) {
    return "pareto with a shape of " + Parameter.plain(shape);
  }

  private static String line(Contender contender, String times) {
    return contender.label + ", " + times;
  }

  private static void judge(
      SweptTrials trials,
      Contender slower,
      String times,
      DoubleBinaryOperator of,
      String value,
      double paper) {
    var published = trials.findings().paper(value, slower.label, times).withPaper(paper);
    var scope = Scope.at(HIGH_LOAD, line(slower, times), line(Contender.LATE, times));
    trials.judgeMedians(scope, published, of);
  }

  /** The median of jobs of exponential tasks of which none waits. */
  private static double idealMs(Settings settings) {
    double share = StrictMath.pow(0.5, 1.0 / settings.whole("tasks"));
    return -settings.number("taskMs") * StrictMath.log1p(-share);
  }

  public static void idle(Settings settings, Findings findings) {
    var setting = SampledSetting.of(settings);
    var tasks = LikeTasks.of(settings);
    Sweep<TrialResult> sweep = findings.sweep();
    for (double d : settings.numbers("d")) {
      for (double load : settings.numbers("load")) {
        sweep.add(
            ProbeRatios.line(d),
            load,
            point -> setting.trial(Contender.LATE, d, load, tasks).run(point));
      }
    }
    var trials = new SweptTrials(findings, sweep.run());
    findings.add(trials.swept().values("idle while asking", "%", LateBindingWorth::percent));
    double formula =
        Numbers.rounded(
            PERCENT * USUAL * 2 * settings.number("delayMs") / settings.number("taskMs"));
    var line = ProbeRatios.line(USUAL);
    var limit = "at most " + Parameter.plain(Numbers.rounded(formula * 1.1));
    var asking = findings.paper("asking").withPaper(formula).withRule(limit);
    trials.swept().values(line, LateBindingWorth::percent).values().stream()
        .max(Double::compare)
        .ifPresent(worst -> trials.judge(Scope.all(line), asking, worst));
    trials.finish();
  }

  private static double percent(TrialResult result) {
    return PERCENT * result.idleAsking();
  }
}
