package dev.muster.sim.experiment.omega;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists so short that the numbers can be worked out by hand: think time is 1 s + 0.5 s a task. */
final class ReferenceTest {

  /** The log of the cell takes a moment. */
  private static final Offset<Double> NEARLY = within(1e-3);

  @TempDir private Path directory;

  private ExperimentReport run(String jobs, String... more) throws IOException {
    var file = Files.writeString(directory.resolve("jobs.csv"), "names\n" + jobs);
    var settings =
        List.of(
            "jobs=" + file,
            "machines=2",
            "prefill=0",
            "batchJobSeconds=1",
            "serviceJobSeconds=1",
            "taskSeconds=0.5",
            "horizonSeconds=100");
    var all = new ArrayList<>(settings);
    all.addAll(List.of(more));
    return new Reference().run(Settings.of(new Reference(), all), _ -> {});
  }

  private static double of(ExperimentReport report, String group, String name) {
    return requireNonNull(requireNonNull(report.groups().get(group)).get(name));
  }

  @Test
  void aJobWaitsUntilTheOneBeforeItIsDecided() throws IOException {
    var report = run("Batch,0,2,10,1,2\nBatch,0,2,10,1,2\n");

    assertThat(of(report, "batch", "waitMean")).isCloseTo((0 + 2) / 2.0, NEARLY);
    assertThat(of(report, "batch", "waitP90")).as("as the reference picks it").isCloseTo(0, NEARLY);
    assertThat(of(report, "batch", "busy")).isCloseTo(4 / 100.0, NEARLY);
    assertThat(of(report, "batch", "unscheduled")).isZero();
  }

  @Test
  void workloadsDoNotWaitForEachOther() throws IOException {
    var report = run("Batch,0,2,10,1,2\nService,0,4,10,1,2\n");

    assertThat(of(report, "service", "waitMean")).isCloseTo(0, NEARLY);
    assertThat(of(report, "service", "busy")).isCloseTo(3 / 100.0, NEARLY);
  }

  @Test
  void thoseWhoWantTheSameRoomConflict() throws IOException {
    var report = run("Batch,0,6,10,1,2\nService,0,6,10,1,2\n");

    double conflicts =
        of(report, "batch", "conflictFraction") + of(report, "service", "conflictFraction");
    assertThat(conflicts).as("the second fails once, then waits for room").isEqualTo(1);
    assertThat(of(report, "batch", "unscheduled")).isZero();
    assertThat(of(report, "service", "unscheduled")).isZero();
  }

  @Test
  void prefilledRoomIsNotThere() throws IOException {
    var report = run("Batch,0,8,10,1,2\n", "prefill=1");

    assertThat(of(report, "batch", "busy"))
        .as("first seven, then one")
        .isCloseTo(6.5 / 100, NEARLY);
  }

  @Test
  void jobsAfterTheHorizonDoNotCount() throws IOException {
    var report = run("Batch,0,1,10,1,2\nBatch,100,1,10,1,2\n");

    assertThat(of(report, "batch", "jobs")).isEqualTo(1);
  }

  private static final String RESULTS =
      """
      arch,conflict,txn,distinct_seeds,n_batch_scheds,batch_tjob,service_tjob,\
      batch_wait_first_mean,bsched_busy_mean,ssched_busy_mean,batch_unscheduled
      mesos,-,-,1,1,1.0,1.0,9,9,9,9
      omega,resource-fit,incremental,0,1,1.0,1.0,8,8,8,8
      omega,resource-fit,incremental,1,1,1.0,1.0,2,0.08,0,0
      omega,sequence-numbers,incremental,1,1,1.0,1.0,7,7,7,7
      omega,resource-fit,incremental,1,2,1.0,1.0,6,6,6,6
      omega,resource-fit,incremental,1,1,1.0,2.0,5,5,5,5
      """;

  private String results() throws IOException {
    return "reference=" + Files.writeString(directory.resolve("results.csv"), RESULTS);
  }

  @Test
  void theResultsOfTheOtherSimulatorStandBesideOurs() throws IOException {
    var report = run("Batch,0,2,10,1,2\nBatch,0,2,10,1,2\nService,0,2,10,1,2\n", results());

    assertThat(of(report, "batchReference", "waitMean")).isEqualTo(2);
    assertThat(of(report, "batchDifference", "waitMean")).isCloseTo(-0.5, NEARLY);
    assertThat(of(report, "batchDifference", "busy")).isCloseTo(-0.5, within(0.01));
    assertThat(of(report, "batchDifference", "unscheduled")).isZero();
    assertThat(report.groups().get("serviceDifference"))
        .as("nothing can be so many times nothing")
        .doesNotContainKey("busy");
  }

  @Test
  void aConfigurationThatTheResultsDoNotHaveIsNamed() {
    assertThatThrownBy(() -> run("Batch,0,1,1,1,2\n", results(), "serviceJobSeconds=3"))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessageContaining("no row with arch=omega, conflict=resource-fit, txn=incremental")
        .hasMessageContaining("service_tjob=3.0");
  }

  @Test
  void aMonolithIsOne() {
    assertThatThrownBy(() -> run("Batch,0,1,1,1,2\n", "arch=monolithic-multi", "batchSchedulers=2"))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessage("batchSchedulers must be 1 with arch=monolithic-multi, not 2");
  }

  @Test
  void jobsMustBeSaid() {
    var settings = Settings.of(new Reference(), List.of());

    assertThatThrownBy(() -> new Reference().run(settings, _ -> {}))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessageContaining("jobs must be set");
  }
}
