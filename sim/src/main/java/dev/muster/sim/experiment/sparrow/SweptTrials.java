package dev.muster.sim.experiment.sparrow;

import dev.muster.model.text.Quantity;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.PaperValue;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Swept;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;

/**
 * What came of a sweep of trials. A claim about them is not held reproduced where too many jobs
 * were cut off: times of such jobs are too short, whatever the claim makes of them.
 */
record SweptTrials(Findings findings, Swept<TrialResult> swept) {

  static final double MOST_CUT_OFF = 0.01;

  private static final double PERCENT = 100;

  TrialResult at(String line, double x) {
    return swept.at(line, x).orElseThrow();
  }

  /** A claim about some places of some lines. */
  record Scope(DoublePredicate at, List<String> lines) {

    Scope(DoublePredicate at, String... lines) {
      this(at, List.of(lines));
    }

    static Scope all(String... lines) {
      return new Scope(_ -> true, lines);
    }

    static Scope at(double x, String... lines) {
      return new Scope(place -> Numbers.same(place, x), lines);
    }
  }

  /**
   * Judges what the medians of the two lines of a scope come to, at their worst; nothing where they
   * have no place in common.
   */
  void judgeMedians(Scope scope, PaperValue value, DoubleBinaryOperator of) {
    var one = swept.values(scope.lines.getFirst(), TrialResult::median);
    var other = swept.values(scope.lines.getLast(), TrialResult::median);
    one.keySet().removeIf(x -> !scope.at.test(x) || !other.containsKey(x));
    one.replaceAll((x, median) -> of.applyAsDouble(median, other.getOrDefault(x, 0.0)));
    if (!one.isEmpty()) {
      judge(scope, value, Collections.max(one.values()));
    }
  }

  void judge(Scope scope, PaperValue value, double measured) {
    double most = 0;
    for (var line : scope.lines) {
      for (var result : swept.at(line, scope.at)) {
        most = Math.max(most, result.cutOffShare());
      }
    }
    findings.judge(value, measured, most > MOST_CUT_OFF ? doubt(most) : "");
  }

  private static String doubt(double share) {
    return "not judged: at one point the run ended before %s%% of its jobs had, more than %s%%; set more `jobs`"
        .formatted(
            Parameter.plain(Numbers.rounded(PERCENT * share)),
            Parameter.plain(PERCENT * MOST_CUT_OFF));
  }

  /** Messages, jobs cut off and costs, after all else. */
  void finish() {
    findings.add(swept.values("messages per task", "messages", TrialResult::messagesPerTask));
    findings.add(swept.positiveValues("jobs cut off", "jobs", TrialResult::cutOff));
    double tasks = swept.sum(TrialResult::tasks);
    long bytes = Math.round(swept.sum(TrialResult::allocatedBytes) / tasks);
    long perSecond = Math.round(tasks / findings.wallSeconds());
    findings.cost("%s bytes allocated per task".formatted(Quantity.formatCount(bytes)));
    findings.cost(
        "%s tasks simulated per second, with %d threads"
            .formatted(Quantity.formatCount(perSecond), swept.threads()));
  }
}
