package dev.muster.sim.experiment.omega;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Claim;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.ExperimentReport.Value;
import dev.muster.sim.experiment.Experiments;
import dev.muster.sim.experiment.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The experiments in small cells: what must hold in a cell of any size. */
class OmegaTest {

  private static final String SMALL =
      "machines=100,prefill=100,batchTasks=10,batchTaskSeconds=50,serviceTasks=10,"
          + "serviceTaskSeconds=50,horizonSeconds=2000,";

  /** Ten times as many jobs, a tenth as long. */
  private static final String QUICK = SMALL + "batchTaskSeconds=5,horizonSeconds=200,";

  private static ExperimentReport run(String name, String changes) {
    var experiment = Experiments.named("omega/" + name).orElseThrow();
    var settings = Settings.of(experiment, List.of(changes.split(",")));
    return experiment.run(settings, _ -> {});
  }

  private static List<Double> values(ExperimentReport report, String name) {
    return report.series().stream()
        .filter(series -> series.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not in " + report.series()))
        .points()
        .stream()
        .map(point -> ((Value) point).value())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "monolithic | serviceJobSeconds=0.01:0.1:1:10                  | O1 O1 O2 O2",
        "offers     | serviceJobSeconds=0.1:10                         | O3 O3",
        "shared     | serviceJobSeconds=0.1:10                         | O4 O4 O4",
        "schedulers | batchTaskSeconds=2,horizonSeconds=200,load=1:4,batchSchedulers=1:4 | O5 O5 O5",
        "conflicts  | serviceJobSeconds=1:10,serviceTasks=20           | O6 O6 O6 O6 O6",
      })
  void eachSpeaksToItsClaimAndTheSameSeedGivesTheSameRun(String name, String more, String ids) {
    var changes = SMALL + more;
    var report = run(name, changes);

    assertThat(report.claims()).extracting(Claim::id).containsExactly(ids.split(" "));
    assertThat(report.claims()).extracting(Claim::measured).allMatch(Double::isFinite);
    assertThat(report.claims()).allMatch(claim -> claim.note().contains("; reproduced if "));
    assertThat(report.traceHash()).isEqualTo(run(name, changes).traceHash());
    assertThat(report.traceHash()).isNotEqualTo(run(name, changes + ",seed=2").traceHash());
  }

  @Test
  void aSinglePathIsBusyInProportionAndItsJobsWait() {
    var report = run("monolithic", SMALL + "serviceJobSeconds=0.1:1:2:4");

    assertThat(report.claims()).allMatch(Claim::reproduced);
    assertThat(values(report, "batch wait, single path").getLast())
        .isGreaterThan(10 * values(report, "batch wait, multi path").getLast());
  }

  @Test
  void batchJobsWaitForServicesOnlyWhereTheyShareALine() {
    var report = run("shared", SMALL + "serviceJobSeconds=0.1:30");

    var shared = values(report, "batch wait, shared");
    assertThat(shared.getLast()).isLessThan(1.2 * shared.getFirst());
    var multi = values(report, "batch wait, multi path");
    assertThat(multi.getLast()).isGreaterThan(10 * multi.getFirst());
    var divided = values(report, "batch wait, static partitions");
    assertThat(divided.getLast())
        .as("they have machines of their own")
        .isEqualTo(divided.getFirst());
  }

  @Test
  void offersAreLockedForAsLongAsServicesThink() {
    var report = run("offers", SMALL + "serviceJobSeconds=0.1:100");

    var waits = values(report, "batch wait, offers");
    assertThat(waits.getFirst()).as("a second for the offer").isBetween(0.5, 2.0);
    assertThat(waits.getLast()).isGreaterThan(10 * waits.getFirst());
  }

  @Test
  void moreSchedulersCarryWhatOneCannot() {
    var report = run("schedulers", QUICK + "load=1:4,batchSchedulers=1:8");

    assertThat(values(report, "batch busyness, 1 scheduler").getLast()).isGreaterThan(0.95);
    assertThat(values(report, "batch busyness, 8 schedulers").getLast()).isLessThan(0.7);
    assertThat(report.claims().getFirst().reproduced()).isTrue();
  }

  @Test
  void sequenceNumbersAndGangsCostConflicts() {
    var report = run("conflicts", SMALL + "serviceJobSeconds=10,serviceTasks=30,batchGapSeconds=3");

    double fit = values(report, "service conflicts, fit, incremental").getFirst();
    assertThat(values(report, "service conflicts, sequence, incremental").getFirst())
        .isGreaterThan(fit);
    assertThat(values(report, "service conflicts, sequence, all-or-nothing").getFirst())
        .isGreaterThan(fit);
  }

  @Test
  void aClaimThatTheSettingsLeaveOutIsNotMade() {
    assertThat(run("monolithic", SMALL + "serviceJobSeconds=1").claims()).isEmpty();
    assertThat(run("shared", SMALL + "serviceJobSeconds=1").claims()).isEmpty();
    assertThat(run("schedulers", QUICK + "load=1,batchSchedulers=1:2").claims()).isEmpty();
  }

  @Test
  void moreJobsThanCanBeDrawnAreRefused() {
    assertThatThrownBy(() -> run("shared", "batchGapSeconds=0.001,horizonSeconds=86400"))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessageContaining("not 86400000: set a larger batchGapSeconds");
  }

  @Test
  void jobsOfAFileTakeThePlaceOfDrawnOnes(@TempDir Path directory) throws IOException {
    var file = Files.writeString(directory.resolve("jobs.csv"), "names\nBatch,0,2,10,1,2\n");

    var report = run("shared", SMALL + "serviceJobSeconds=1:2,jobs=" + file);

    double thoughtS = 0.1 + 2 * 0.005;
    assertThat(values(report, "batch busyness, shared").getFirst())
        .isBetween(0.99 * thoughtS / 2_000, 1.01 * thoughtS / 2_000);
    assertThat(report.series())
        .extracting(Series::name)
        .noneMatch(name -> name.contains("service"));
  }
}
