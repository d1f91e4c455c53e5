package dev.muster.sim.experiment.omega;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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

  @Test
  void aJobWaitsUntilTheOneBeforeItIsDecided() throws IOException {
    var batch = run("Batch,0,2,10,1,2\nBatch,0,2,10,1,2\n").groups().get("batch");

    assertThat(batch.get("waitMean")).isCloseTo((0 + 2) / 2.0, NEARLY);
    assertThat(batch.get("waitP90")).as("as the reference picks it").isCloseTo(0, NEARLY);
    assertThat(batch.get("busy")).isCloseTo(4 / 100.0, NEARLY);
    assertThat(batch.get("unscheduled")).isZero();
  }

  @Test
  void workloadsDoNotWaitForEachOther() throws IOException {
    var groups = run("Batch,0,2,10,1,2\nService,0,4,10,1,2\n").groups();

    assertThat(groups.get("service").get("waitMean")).isCloseTo(0, NEARLY);
    assertThat(groups.get("service").get("busy")).isCloseTo(3 / 100.0, NEARLY);
  }

  @Test
  void thoseWhoWantTheSameRoomConflict() throws IOException {
    var groups = run("Batch,0,6,10,1,2\nService,0,6,10,1,2\n").groups();

    double conflicts =
        groups.get("batch").get("conflictFraction") + groups.get("service").get("conflictFraction");
    assertThat(conflicts).as("the second fails once, then waits for room").isEqualTo(1);
    assertThat(groups.get("batch").get("unscheduled")).isZero();
    assertThat(groups.get("service").get("unscheduled")).isZero();
  }

  @Test
  void prefilledRoomIsNotThere() throws IOException {
    var batch = run("Batch,0,8,10,1,2\n", "prefill=1").groups().get("batch");

    assertThat(batch.get("busy")).as("first seven, then one").isCloseTo(6.5 / 100, NEARLY);
  }

  @Test
  void jobsAfterTheHorizonDoNotCount() throws IOException {
    var batch = run("Batch,0,1,10,1,2\nBatch,100,1,10,1,2\n").groups().get("batch");

    assertThat(batch.get("jobs")).isEqualTo(1);
  }
}
