package dev.muster.sim.experiment.omega;

import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.PaperValue;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.omega.OmegaParameters.WorkloadMeans;
import dev.muster.sim.experiment.omega.OmegaStudy.StudyLine;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** What is called a conflict, and what a conflict costs (Figure 14). */
public final class ConflictRules {

  private static final String PLAIN = "fit, incremental";
  private static final String SEQUENCE = "sequence, incremental";
  private static final String GANG = "fit, all-or-nothing";
  private static final String BOTH = "sequence, all-or-nothing";

  /** The paper has two to three times as many. */
  private static final PaperValue CONFLICTS =
      PaperValue.of(
          "O6 | 2.5 times | conflicts of services, %s over %s, with %s s of thinking | from 1.5 to 4");

  private static final PaperValue BUSYNESS =
      PaperValue.of(
          "O6 | 1 times | busyness of their scheduler, %s over %s, with %s s of thinking | above 1");

  public static final Experiment EXPERIMENT =
      new Experiment(
          "omega/conflicts",
          "O6: conflicts by fit and by sequence number, of single claims and of gangs",
          OmegaParameters.SERVICE_AXIS,
          OmegaParameters.of(
              WorkloadMeans.BATCH, WorkloadMeans.SERVICE, OmegaParameters.sweep(1, 10), 86_400),
          ConflictRules::run);

  private ConflictRules() {}

  private static void run(Settings settings, Findings findings) {
    List<StudyLine> lines = new ArrayList<>();
    for (var line : List.of(PLAIN, GANG, SEQUENCE, BOTH)) {
      var words = line.split(", ", 2);
      var terms = OmegaParameters.terms(words[0], words[1]);
      lines.add(new StudyLine(line, shared -> shared.with(terms)));
    }
    var study = OmegaStudy.overServices(settings, findings, lines);
    var kept = new TreeSet<>(study.swept().line(PLAIN).keySet());
    for (var line : lines) {
      kept.retainAll(study.swept().line(line.name(), OmegaResult::keepsUp).keySet());
    }
    if (!kept.isEmpty() && study.hasBoth()) {
      judge(study, kept.last());
    }
    study.finish("a value of serviceJobSeconds with which the schedulers of all lines keep up");
  }

  /** About the longest think time with which all of them keep up. */
  private static void judge(OmegaStudy study, double at) {
    for (var line : List.of(SEQUENCE, GANG, BOTH)) {
      judge(study, at, line, CONFLICTS, run -> run.service().conflictFraction());
    }
    for (var line : List.of(SEQUENCE, GANG)) {
      judge(study, at, line, BUSYNESS, run -> run.service().busy());
    }
  }

  private static void judge(
      OmegaStudy study,
      double at,
      String line,
      PaperValue value,
      ToDoubleFunction<OmegaResult> number) {
    double factor =
        Numbers.ratio(
            number.applyAsDouble(study.swept().at(line, at).orElseThrow()),
            number.applyAsDouble(study.swept().at(PLAIN, at).orElseThrow()));
    study.judge(value.about(line, PLAIN, Parameter.plain(at)), factor);
  }
}
