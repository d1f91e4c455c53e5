package dev.muster.sim.experiment.sparrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Experiments;
import dev.muster.sim.experiment.Settings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteadyLoadTest {

  private final Experiment experiment = Experiments.named("sampled/steady").orElseThrow();

  private ExperimentReport run(String... changes) {
    return experiment.run(Settings.of(experiment, List.of(changes)), _ -> {});
  }

  @Test
  void twoReservationsPerTaskBeatOneAndBothFollowTheSeed() {
    var report = run("nodes=200", "jobs=1500", "load=0.8", "tasks=10");

    double one = median(report, 0);
    double two = median(report, 1);
    assertThat(two).isPositive().isLessThan(one * 0.7);
    assertThat(report.traceHash())
        .isEqualTo(run("nodes=200", "jobs=1500", "load=0.8", "tasks=10").traceHash())
        .isNotEqualTo(run("nodes=200", "jobs=1500", "load=0.8", "seed=2").traceHash());
  }

  @Test
  void anIdleCellAddsOnlyTheMessagesToTheTask() {
    // submit, append, plan, reserve, ask, assign, then back: finished, ended, append, told
    var report = run("nodes=1000", "load=0.01", "tasks=1", "times=constant", "jobs=200");

    assertThat(median(report, 1)).isBetween(103.0, 106.0);
  }

  @Test
  void progressGoesFromNothingToAll() {
    List<Double> steps = new ArrayList<>();
    experiment.run(Settings.of(experiment, List.of("nodes=10", "jobs=20")), steps::add);

    assertThat(steps).isSorted().last().isEqualTo(1.0);
  }

  @ParameterizedTest
  @CsvSource({
    "lod=0.5, unknown parameter `lod`; did you mean `load`?",
    "load=much, 'load must be a number from 0.01 to 0.99, not `much`'",
    "load=1.5, 'load must be a number from 0.01 to 0.99, not `1.5`'",
    "load=NaN, 'load must be a number from 0.01 to 0.99, not `NaN`'",
    "nodes=1.5, 'nodes must be a whole number from 1 to 1000000, not `1.5`'",
    "nodes=1e99, 'nodes must be a whole number from 1 to 1000000, not `1e99`'",
    "nodes=, 'nodes must be a whole number from 1 to 1000000, not ``'",
    "seed=-1, 'seed must be a whole number from 0 to 1000000000000000, not `-1`'",
    "times=odd, 'times must be one of constant, exponential, pareto, not `odd`'",
    "times=paretto, 'times must be one of constant, exponential, pareto, not `paretto`; did you mean `pareto`?'",
    "nodes, `nodes` is not of the form name=value",
  })
  void badSettingsAreNamed(String change, String message) {
    assertThatThrownBy(() -> Settings.of(experiment, List.of(change)))
        .isInstanceOf(Settings.BadSetting.class)
        .hasMessage(message);
  }

  @Test
  void wholeNumbersMayHaveAnExponent() {
    assertThat(Settings.of(experiment, List.of("nodes=1e3")).whole("nodes")).isEqualTo(1_000);
  }

  @Test
  void aCellThatRefusesAJobEndsTheRun() {
    // A hundred thousand jobs arrive before the first of them can have ended.
    assertThatThrownBy(
            () -> run("nodes=1", "tasks=1", "taskMs=0.001", "delayMs=500", "jobs=150000"))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessageStartingWith("the cell rejected a job: the cell has its limit of 100000 open");
  }

  private static double median(ExperimentReport report, int point) {
    return ((ExperimentReport.Spread) report.series().getFirst().points().get(point)).median();
  }
}
