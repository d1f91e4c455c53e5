package dev.muster.sim.experiment.omega;

import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Claim;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.omega.Study.Line;
import java.util.List;

/**
 * Two schedulers that share the state of the cell (Figures 5c and 6c), beside one scheduler with a
 * quick path and two with machines of their own.
 */
public final class SharedState implements Experiment {

  private static final String SHARED = "shared";
  private static final String DIVIDED = "static partitions";
  private static final double SAME = 1.1;
  private static final double MOST_LEFT = 0.01;
  private static final double PERCENT = 100;

  private static final String NEEDS =
      "two values of serviceJobSeconds, with one of which both schedulers keep up";

  @Override
  public String name() {
    return "omega/shared";
  }

  @Override
  public String about() {
    return "O4: schedulers that share the state of the cell, by how long services think";
  }

  @Override
  public List<Parameter> parameters() {
    return Parameters.of(
        Jobs.parameters(Jobs.Means.BATCH, Jobs.Means.SERVICE),
        Parameters.sweep(0.1, 1, 10, 30, 100),
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
            new Line(SHARED, shared -> shared),
            new Line(MonolithicPaths.MULTI, as -> as.with(Architecture.MONOLITHIC_MULTI)),
            new Line(DIVIDED, as -> as.with(Architecture.STATIC_PARTITIONS)));
    var studied = Study.overServices(settings, lines, progress);
    return studied.report(this, settings, claims(studied), NEEDS);
  }

  private static List<Claim> claims(Studied studied) {
    var waits = Shape.of(studied.line(SHARED), run -> run.batch().waitMean());
    var running = studied.line(SHARED, Measured::keepsUp).values();
    if (waits.size() < 2 || running.isEmpty() || !studied.hasBoth()) {
      return List.of();
    }
    double left = running.stream().mapToDouble(SharedState::left).max().orElse(0);
    double conflicts = running.stream().mapToDouble(SharedState::conflicts).max().orElse(0);
    return List.of(
        Shape.claim(
            "O4",
            1,
            Shape.growth(waits),
            "times",
            Shape.growth(waits) <= SAME,
            "wait of batch jobs beside the slowest services over that beside the quickest",
            "at most 1.1: nobody stands in front of them"),
        Shape.claim(
            "O4",
            0,
            PERCENT * left,
            "%",
            left <= MOST_LEFT,
            "jobs that are not scheduled at the end, at most, where both schedulers keep up",
            "at most 1: those that came last"),
        Shape.claim(
            "O4",
            1,
            conflicts,
            "conflicts per success",
            conflicts < 1,
            "conflicts of either workload, at most, where both schedulers keep up",
            "below 1: most attempts succeed"));
  }

  private static double left(Measured run) {
    return (double) run.unscheduled() / (run.batch().jobs() + run.service().jobs());
  }

  private static double conflicts(Measured run) {
    return Math.max(run.batch().conflictFraction(), run.service().conflictFraction());
  }
}
