package dev.muster.sim.experiment.omega;

import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.PaperValue;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.omega.OmegaParameters.WorkloadMeans;
import dev.muster.sim.experiment.omega.OmegaStudy.StudyLine;
import java.util.List;

/** Two-level scheduling by offers (Figure 7), beside one scheduler with a quick path. */
public final class TwoLevels {

  private static final String OFFERS = "offers";

  /** The public simulator has 1.4 in the configuration with small services. */
  private static final PaperValue BUSYNESS =
      PaperValue.of(
          "O3 | 1.4 times | batch busyness with offers beside the slowest services over that of one scheduler with a quick path that keeps up | at least 1.3");

  private static final PaperValue LEFT =
      PaperValue.of(
          "O3 | 1000 jobs | batch jobs left unscheduled beside the slowest services; %d jobs are abandoned there, and %d beside the quickest | at least 1000, in a cell 60% prefilled");

  public static final Experiment EXPERIMENT =
      new Experiment(
          "omega/offers",
          "O3: frameworks that are offered all that is free, by how long services think",
          OmegaParameters.SERVICE_AXIS,
          OmegaParameters.of(
              WorkloadMeans.BATCH,
              WorkloadMeans.SMALL_SERVICE,
              OmegaParameters.sweep(0.1, 1, 10, 30, 100),
              43_200),
          TwoLevels::run);

  private TwoLevels() {}

  private static void run(Settings settings, Findings findings) {
    var study =
        OmegaStudy.overServices(
            settings,
            findings,
            List.of(
                new StudyLine(OFFERS, Architecture.OFFERS),
                new StudyLine(MonolithicPaths.MULTI, Architecture.MONOLITHIC_MULTI)));
    judge(study);
    study.finish("two values of serviceJobSeconds, and one with which a quick path keeps up");
  }

  /**
   * With a quick path the busyness that batch jobs cause does not depend on services, as long as
   * the scheduler keeps up: it is taken where services are quickest.
   */
  private static void judge(OmegaStudy study) {
    var offers = study.swept().line(OFFERS);
    var multi = study.swept().line(MonolithicPaths.MULTI, OmegaResult::keepsUpAlone);
    if (offers.size() < 2 || multi.isEmpty() || !study.hasBoth()) {
      return;
    }
    var slowest = offers.lastEntry().getValue();
    var quickest = offers.firstEntry().getValue();
    study.judge(
        BUSYNESS,
        Numbers.ratio(slowest.batch().busy(), multi.firstEntry().getValue().batch().busy()));
    study.judge(
        LEFT.about(slowest.abandoned(), quickest.abandoned()), slowest.batch().unscheduled());
  }
}
