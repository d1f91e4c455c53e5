package dev.muster.sim.experiment.omega;

import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Claim;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.omega.Study.Line;
import java.util.List;

/** Two-level scheduling by offers (Figure 7), beside one scheduler with a quick path. */
public final class TwoLevels implements Experiment {

  private static final String OFFERS = "offers";

  /** From here on busyness is called much higher. */
  private static final double MUCH = 1.5;

  private static final String NEEDS =
      "two values of serviceJobSeconds, and one with which a quick path keeps up";

  @Override
  public String name() {
    return "omega/offers";
  }

  @Override
  public String about() {
    return "O3: frameworks that are offered all that is free, by how long services think";
  }

  @Override
  public List<Parameter> parameters() {
    return Parameters.of(
        Jobs.parameters(Jobs.Means.BATCH, Jobs.Means.SMALL_SERVICE),
        Parameters.sweep(0.1, 1, 10, 30, 100),
        43_200,
        1_200);
  }

  @Override
  public String horizontal() {
    return Parameters.SERVICE_AXIS;
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    var lines =
        List.of(
            new Line(OFFERS, as -> as.with(Architecture.OFFERS)),
            new Line(MonolithicPaths.MULTI, as -> as.with(Architecture.MONOLITHIC_MULTI)));
    var studied = Study.overServices(settings, lines, progress);
    return studied.report(this, settings, claims(studied), NEEDS);
  }

  /**
   * With a quick path the busyness that batch jobs cause does not depend on services, as long as
   * the scheduler keeps up: it is taken where services are quickest.
   */
  private static List<Claim> claims(Studied studied) {
    var offers = studied.line(OFFERS);
    var multi = studied.line(MonolithicPaths.MULTI, run -> run.busy() < Studied.SATURATED);
    if (offers.size() < 2 || multi.isEmpty() || !studied.hasBoth()) {
      return List.of();
    }
    var slowest = offers.lastEntry().getValue();
    double times =
        Shape.ratio(slowest.batch().busy(), multi.firstEntry().getValue().batch().busy());
    int before = offers.firstEntry().getValue().abandoned();
    return List.of(
        Shape.claim(
            "O3",
            MUCH,
            times,
            "times",
            times >= MUCH,
            "batch busyness with offers beside the slowest services over that of one scheduler with"
                + " a quick path that keeps up",
            "at least 1.5"),
        Shape.claim(
            "O3",
            1,
            slowest.abandoned(),
            "jobs",
            slowest.abandoned() > before,
            "jobs abandoned beside the slowest services; %d are left unscheduled there, and %d"
                    .formatted(slowest.unscheduled(), before)
                + " abandoned beside the quickest",
            "more are abandoned beside the slowest"));
  }
}
