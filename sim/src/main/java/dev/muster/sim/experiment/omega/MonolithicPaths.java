package dev.muster.sim.experiment.omega;

import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Claim;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.omega.Study.Line;
import java.util.ArrayList;
import java.util.List;

/**
 * One scheduler for all jobs (Figures 5 and 6): on a single path, and with a quick path for batch
 * jobs.
 */
public final class MonolithicPaths implements Experiment {

  static final String SINGLE = "single path";
  static final String MULTI = "multi path";

  private static final double STRAIGHT = 0.05;
  private static final double PERCENT = 100;

  private static final String NEEDS =
      "three values of serviceJobSeconds with which one scheduler keeps up, or two above batchJobSeconds";

  @Override
  public String name() {
    return "omega/monolithic";
  }

  @Override
  public String about() {
    return "O1, O2: one scheduler for all jobs, by how long it thinks about each";
  }

  @Override
  public List<Parameter> parameters() {
    return Parameters.of(
        Jobs.parameters(Jobs.Means.BATCH, Jobs.Means.SERVICE),
        Parameters.sweep(0.001, 0.01, 0.1, 1, 3, 10, 30, 100),
        21_600,
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
            new Line(SINGLE, as -> as.with(Architecture.MONOLITHIC_SINGLE)),
            new Line(MULTI, as -> as.with(Architecture.MONOLITHIC_MULTI)));
    var studied = Study.overServices(settings, lines, progress);
    List<Claim> claims = new ArrayList<>(single(studied));
    claims.addAll(multi(studied, settings.number("batchJobSeconds")));
    return studied.report(this, settings, claims, NEEDS);
  }

  /** With fewer than three points that keep up there is no shape. */
  private static List<Claim> single(Studied studied) {
    var busy =
        Shape.of(studied.line(SINGLE, run -> run.busy() < Studied.SATURATED), Measured::busy);
    if (busy.size() < 3 || !studied.hasBoth()) {
      return List.of();
    }
    double bend = Shape.bend(busy);
    var batch = Shape.of(studied.line(SINGLE), run -> run.batch().waitMean());
    var service = Shape.of(studied.line(SINGLE), run -> run.service().waitMean());
    return List.of(
        Shape.claim(
            "O1",
            0,
            PERCENT * bend,
            "%",
            bend <= STRAIGHT,
            "busyness off a straight line in the think time, up to saturation",
            "at most 5"),
        Shape.claim(
            "O1",
            1,
            Shape.growth(batch),
            "times",
            Shape.neverFalls(batch.values())
                && Shape.neverFalls(service.values())
                && Shape.growth(batch) > 1,
            "wait of batch jobs with the longest think time over that with the shortest",
            "above 1, and no wait of either workload falls as the think time grows"));
  }

  /** Only where services take longer than batch jobs is the quick path a quick one. */
  private static List<Claim> multi(Studied studied, double batchJobSeconds) {
    var multi = Shape.of(studied.line(MULTI), run -> run.batch().waitMean());
    multi.keySet().removeIf(seconds -> seconds <= batchJobSeconds);
    if (multi.size() < 2 || !studied.hasBoth()) {
      return List.of();
    }
    var single = Shape.of(studied.line(SINGLE), run -> run.batch().waitMean());
    double worst =
        multi.entrySet().stream()
            .mapToDouble(
                point -> Shape.ratio(point.getValue(), single.getOrDefault(point.getKey(), 0.0)))
            .max()
            .orElse(1);
    return List.of(
        Shape.claim(
            "O2",
            1,
            worst,
            "times",
            worst < 1,
            "wait of batch jobs on the quick path over that on the single path, at its worst",
            "below 1 wherever services take longer than batch jobs"),
        Shape.claim(
            "O2",
            1,
            Shape.growth(multi),
            "times",
            Shape.neverFalls(multi.values()) && Shape.growth(multi) >= 2,
            "wait of batch jobs on the quick path with the slowest services over that with the"
                + " quickest",
            "at least 2, and it never falls as services get slower"));
  }
}
