package dev.muster.sim.experiment.auto;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Experiments;
import dev.muster.sim.experiment.Settings;
import dev.muster.workload.TimedJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists so short that the numbers can be worked out by hand. */
final class JobTraceTest {

  private static final Experiment EXPERIMENT = Experiments.named("auto/trace").orElseThrow();

  /** Messages take a moment. */
  private static final Offset<Double> NEARLY = within(0.05);

  @TempDir private Path directory;

  private ExperimentReport run(String jobs, String... settings) throws IOException {
    var file = Files.writeString(directory.resolve("jobs.csv"), TimedJobs.NAMES + "\n" + jobs);
    var all = new ArrayList<>(List.of("jobs=" + file, "schedulers=1"));
    all.addAll(List.of(settings));
    return EXPERIMENT.run(Settings.of(EXPERIMENT, all), _ -> {});
  }

  private static Map<String, Double> seed1(ExperimentReport report) {
    return requireNonNull(report.groups().get("seed 1"));
  }

  /** A long task, and two short ones behind it: the second is the shorter. */
  private static final String THREE = "0,1,100,100,long\n1,1,10,10,short\n2,1,1,1,short\n";

  @Test
  void underAutoTheLeastWorkGoesFirst() throws IOException {
    var times = seed1(run(THREE, "machines=1"));

    assertThat(times.get("resp_long_p50_s")).isCloseTo(100, NEARLY);
    assertThat(times.get("resp_short_p50_s")).isCloseTo((99 + 110) / 2.0, NEARLY);
    assertThat(times.get("resp_short_p90_s")).isCloseTo(99 + 0.9 * 11, NEARLY);
    assertThat(times.get("slow_short_p50")).isCloseTo((99 / 1.0 + 110 / 10.0) / 2, NEARLY);
    assertThat(times.get("util_to_end")).isCloseTo(1, NEARLY);
  }

  @Test
  void underSampledTheFirstGoesFirst() throws IOException {
    var times = seed1(run(THREE, "machines=1", "policy=sampled"));

    assertThat(times.get("resp_short_p50_s")).isCloseTo(109, NEARLY);
    assertThat(times.get("slow_short_p50")).isCloseTo((109 / 10.0 + 109 / 1.0) / 2, NEARLY);
  }

  @Test
  void wrongEstimatesMayTurnTheOrderAround() throws IOException {
    double right = requireNonNull(seed1(run(THREE, "machines=1")).get("resp_short_p50_s"));
    var wrong = new ArrayList<Double>();
    for (int seed = 1; seed <= 8; seed++) {
      var report = run(THREE, "machines=1", "estimateError=5", "seed=" + seed);
      wrong.add(requireNonNull(report.groups().get("seed " + seed)).get("resp_short_p50_s"));
    }
    assertThat(wrong).contains(right).anyMatch(other -> Math.abs(other - right) > 1);
  }

  /** All machines but one have a long task when a short one comes. */
  private static final String ALMOST_FULL =
      "0,39,1000" + " 1000".repeat(38) + ",1000,long\n10,1,1,1,short\n";

  @Test
  void hedgedReservationsFindTheLastIdleMachine() throws IOException {
    var hedged = seed1(run(ALMOST_FULL, "machines=40"));
    var alone = seed1(run(ALMOST_FULL, "machines=40", "without=hedging"));

    assertThat(hedged.get("resp_short_p50_s")).isCloseTo(1, NEARLY);
    assertThat(alone.get("resp_short_p50_s")).isCloseTo(991, NEARLY);
  }

  @Test
  void aFewMachinesAreLeftToShortTasks() throws IOException {
    var jobs = "0,49,1000" + " 1000".repeat(48) + ",1000,long\n10,1,1,1,short\n";
    jobs = "0,50,1000 " + jobs.substring("0,49,".length());
    assertThat(seed1(run(jobs, "machines=50")).get("resp_short_p50_s")).isCloseTo(1, NEARLY);
    assertThat(seed1(run(jobs, "machines=50", "without=shortNodes")).get("resp_short_p50_s"))
        .isCloseTo(991, NEARLY);
  }

  @Test
  void anotherSimulatorsResultsStandBesideOurs() throws IOException {
    var file =
        Files.writeString(
            directory.resolve("reference.csv"),
            "policy,workers,resp_long_p50_s\neagle,1,40\neagle,1,60\nhawk,1,9\neagle,2,9\n");
    var report = run(THREE, "machines=1", "reference=" + file);

    assertThat(report.groups().get("seed 1 Reference")).containsEntry("resp_long_p50_s", 50.0);
    var difference = requireNonNull(report.groups().get("seed 1 " + ExperimentReport.DIFFERENCE));
    assertThat(difference.get("resp_long_p50_s")).isCloseTo(1, NEARLY);
    assertThatThrownBy(() -> run(THREE, "machines=3", "reference=" + file))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessageContaining("against=eagle with machines=3");
  }

  @Test
  void aMissingListIsAskedFor() {
    assertThatThrownBy(() -> EXPERIMENT.run(Settings.of(EXPERIMENT, List.of()), _ -> {}))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessageContaining("jobs must be set");
  }

  @Test
  void percentilesAreInterpolated() {
    var sorted = new double[] {1, 2, 4};
    assertThat(TraceResult.percentile(sorted, 50)).isEqualTo(2);
    assertThat(TraceResult.percentile(sorted, 75)).isEqualTo(3);
    assertThat(TraceResult.percentile(sorted, 100)).isEqualTo(4);
    assertThat(TraceResult.percentile(new double[0], 50)).isZero();
  }
}
