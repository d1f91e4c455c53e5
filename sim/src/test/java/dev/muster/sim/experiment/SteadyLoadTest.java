package dev.muster.sim.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    double one = value(report, 0, "p50");
    double two = value(report, 1, "p50");
    assertThat(two).isPositive().isLessThan(one * 0.7);
    assertThat(report.traceHash())
        .isEqualTo(run("nodes=200", "jobs=1500", "load=0.8", "tasks=10").traceHash())
        .isNotEqualTo(run("nodes=200", "jobs=1500", "load=0.8", "seed=2").traceHash());
  }

  @Test
  void anIdleCellAddsOnlyTheMessagesToTheTask() {
    // submit, append, plan, reserve, ask, assign, then back: finished, ended, append, told
    var report = run("nodes=1000", "load=0.01", "tasks=1", "times=constant", "jobs=200");

    assertThat(value(report, 1, "p50")).isBetween(103.0, 106.0);
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
    "load=much, 'load must be a number, not `much`'",
    "load=1.5, 'load must be from 0.01 to 0.99, not 1.5'",
    "nodes, `nodes` is not of the form name=value",
  })
  void badSettingsAreNamed(String change, String message) {
    assertThatThrownBy(() -> Settings.of(experiment, List.of(change)))
        .isInstanceOf(Settings.BadSetting.class)
        .hasMessage(message);
  }

  private static double value(ExperimentReport report, int series, String at) {
    return report.series().get(series).points().stream()
        .filter(point -> point.at().equals(at))
        .findFirst()
        .orElseThrow()
        .value();
  }
}
