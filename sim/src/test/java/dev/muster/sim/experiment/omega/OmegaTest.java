package dev.muster.sim.experiment.omega;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.ExperimentReport.Value;
import dev.muster.sim.experiment.Experiments;
import dev.muster.sim.experiment.Finding;
import dev.muster.sim.experiment.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The experiments in small cells: what must hold in a cell of any size. */
class OmegaTest {

  private static final String CELL =
      "machines=100,prefill=100,batchTasks=10,serviceTaskSeconds=50,";

  private static final String SMALL =
      CELL + "batchTaskSeconds=50,serviceTasks=10,horizonSeconds=2000,";

  /** Ten times as many jobs, a tenth as long. */
  private static final String QUICK =
      CELL + "batchTaskSeconds=5,serviceTasks=10,horizonSeconds=200,";

  /** With services that want more. */
  private static final String LARGE_SERVICES =
      CELL + "batchTaskSeconds=50,horizonSeconds=2000,serviceTasks=";

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
        "monolithic | serviceTasks=10,serviceJobSeconds=0.01:0.1:1:10  | O1 O1 O2 O2",
        "offers     | serviceTasks=10,serviceJobSeconds=0.1:10         | O3 O3",
        "shared     | serviceTasks=10,serviceJobSeconds=0.1:10         | O4 O4 O4",
        "schedulers | serviceTasks=10,load=0.4:2,batchSchedulers=1:4   | O5 O5 O5",
        "conflicts  | serviceTasks=20,serviceJobSeconds=1:10           | O6 O6 O6 O6 O6",
      })
  void eachSpeaksToItsClaimAndTheSameSeedGivesTheSameRun(String name, String more, String ids) {
    var changes = CELL + "batchTaskSeconds=10,horizonSeconds=2000," + more;
    var report = run(name, changes);

    assertThat(report.claims()).extracting(Finding::id).containsExactly(ids.split(" "));
    assertThat(report.claims()).extracting(Finding::measured).allMatch(Double::isFinite);
    assertThat(report.claims()).allMatch(claim -> claim.note().contains("; reproduced if "));
    assertThat(report.traceHash()).isEqualTo(run(name, changes).traceHash());
    assertThat(report.traceHash()).isNotEqualTo(run(name, changes + ",seed=2").traceHash());
  }

  @Test
  void aSinglePathIsBusyInProportionAndItsJobsWait() {
    var report = run("monolithic", SMALL + "serviceJobSeconds=0.1:1:2:4");

    assertThat(report.claims()).allMatch(Finding::isReproduced);
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
    assertThat(report.claims().getFirst().isReproduced()).isTrue();
  }

  @Test
  void sequenceNumbersAndGangsCostConflicts() {
    var report = run("conflicts", LARGE_SERVICES + "30,serviceJobSeconds=10,batchGapSeconds=3");

    double fit = values(report, "service conflicts, fit, incremental").getFirst();
    assertThat(values(report, "service conflicts, sequence, incremental").getFirst())
        .isGreaterThan(fit);
    assertThat(values(report, "service conflicts, sequence, all-or-nothing").getFirst())
        .isGreaterThan(fit);
  }

  @Test
  void aClaimThatTheSettingsLeaveOutIsNotMade() {
    assertThat(run("monolithic", SMALL + "serviceJobSeconds=1").claims()).isEmpty();
    var shared = run("shared", SMALL + "serviceJobSeconds=1");
    assertThat(shared.claims()).isEmpty();
    assertThat(shared.notes())
        .containsExactly(
            "no claim is judged: that needs two values of serviceJobSeconds, with one of which both"
                + " schedulers keep up");
    assertThat(run("schedulers", QUICK + "load=1,batchSchedulers=1:2").claims()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"monolithic", "offers", "shared", "schedulers", "conflicts"})
  void aHorizonTooShortForAnyJobIsSaidInWords(String name) {
    var report = run(name, CELL + "batchGapSeconds=1e6,serviceGapSeconds=1e6,horizonSeconds=1");

    assertThat(report.claims()).isEmpty();
    assertThat(report.notes())
        .containsExactly(
            "no batch job came before horizonSeconds=1: set a longer one, or jobs that come sooner",
            "no service came before horizonSeconds=1: set a longer one, or jobs that come sooner");
  }

  @Test
  void aHorizonTooShortForAnyDecisionIsSaidInWords() {
    var slow =
        "serviceJobSeconds=100:200,batchJobSeconds=100,serviceGapSeconds=1,horizonSeconds=50";

    assertThat(run("shared", CELL + slow).notes())
        .containsExactly(
            "nobody had decided about a batch job by horizonSeconds=50: set a longer one, or shorter"
                + " think times",
            "nobody had decided about a service by horizonSeconds=50: set a longer one, or shorter"
                + " think times");
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
