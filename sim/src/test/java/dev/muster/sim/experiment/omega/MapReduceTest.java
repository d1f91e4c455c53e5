package dev.muster.sim.experiment.omega;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.model.Elastic;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Experiments;
import dev.muster.sim.experiment.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A cell of 400 slots, and jobs of a twentieth of the size of the paper's. */
final class MapReduceTest {

  private static final Experiment EXPERIMENT = Experiments.named("omega/mapreduce").orElseThrow();

  private static ExperimentReport run(String background) {
    var settings =
        List.of(
            "machines=100",
            "scale=20",
            "jobs=40",
            "pipelines=20",
            "background=" + background,
            "load=0.1");
    return EXPERIMENT.run(Settings.of(EXPERIMENT, settings), _ -> {});
  }

  private static double of(ExperimentReport report, String group, String name) {
    return requireNonNull(requireNonNull(report.groups().get(group)).get(name));
  }

  @Test
  void jobsEndSoonerTheMoreTheyMayGrow() {
    var report = run("0.2:0.8");

    for (var load : List.of("0.2", "0.8")) {
      double most = of(report, "max-parallelism, background " + load, "speedUpMean");
      assertThat(most).isGreaterThan(1.5);
      assertThat(of(report, "relative-size, background " + load, "speedUpMean"))
          .isBetween(1.2, most * 1.02);
    }
    assertThat(of(report, "global-cap, background 0.2", "speedUpMean")).isGreaterThan(1.5);
    assertThat(of(report, "global-cap, background 0.8", "speedUpMean")).isLessThan(1.05);
    double grown = of(report, "max-parallelism, background 0.8", "beyondTokens");
    assertThat(of(report, "global-cap, background 0.8", "beyondTokens"))
        .as("others may leave less than the cap for a moment")
        .isLessThan(grown / 100);
    assertThat(of(report, "none, background 0.2", "beyondTokens")).isZero();
    assertThat(of(report, "max-parallelism, background 0.2", "beyondTokens")).isPositive();
  }

  @Test
  void theSameJobsRunUnderEveryPolicy() {
    var report = run("0.3");
    double tasks = of(report, "none, background 0.3", "tasks");
    assertThat(of(report, "max-parallelism, background 0.3", "tasks"))
        .as("but for batch jobs that came while the last of them ran")
        .isBetween(tasks * 0.9, tasks);
    assertThat(report.series()).hasSize(3).allMatch(line -> line.points().size() > 10);
    assertThat(run("0.3").traceHash()).isEqualTo(report.traceHash());
  }

  @Test
  void percentilesStandOnTheLinesTheyBelongTo() {
    double[] few = {1, 2, 3, 4, 6};

    assertThat(MapReduce.quantile(few, 0.8)).as("four of five are up to").isEqualTo(4);
    assertThat(MapReduce.quantile(few, 0.5)).isEqualTo(3);
    assertThat(MapReduce.quantile(new double[] {5}, 0.8)).isEqualTo(5);
    assertThat(MapReduce.quantile(new double[35], 0.8)).as("28 of 35").isZero();
  }

  @Test
  void pipelinesAskForAsManyWorkersAsThePaperSays() {
    var jobs = new MapReduceJobs(200, 1, Chance.of(1, "pipelines"));
    for (int number = 0; number < 500; number++) {
      var job = jobs.next("home", Elastic.NO);
      assertThat(job.tokens()).isIn(5, 11, 200, 1_000);
      assertThat(job.stages().getFirst().tasks()).isBetween(job.tokens(), 20 * job.tokens());
    }
  }
}
