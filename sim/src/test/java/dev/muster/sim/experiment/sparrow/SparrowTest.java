package dev.muster.sim.experiment.sparrow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.ExperimentReport.Spread;
import dev.muster.sim.experiment.ExperimentReport.Value;
import dev.muster.sim.experiment.Experiments;
import dev.muster.sim.experiment.Finding;
import dev.muster.sim.experiment.Finding.ClaimVerdict;
import dev.muster.sim.experiment.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The experiments in small cells: what must hold in a cell of any size. */
class SparrowTest {

  private static ExperimentReport run(String name, String changes) {
    var experiment = Experiments.named("sparrow/" + name).orElseThrow();
    var settings = Settings.of(experiment, List.of(changes.split(",")));
    return experiment.run(settings, _ -> {});
  }

  private static Series series(ExperimentReport report, String name) {
    return report.series().stream()
        .filter(series -> series.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not in " + report.series()));
  }

  private static double median(ExperimentReport report, String line, int point) {
    return ((Spread) series(report, line).points().get(point)).median();
  }

  private static double value(ExperimentReport report, String line, int point) {
    return ((Value) series(report, line).points().get(point)).value();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "table2   | tasks=5,nodesPerTask=20,load=0.5,jobs=50 | S1 | 4",
        "figure5  | nodes=50,tasks=5,load=0.6:0.95,d=2,jobs=50 | S2 | 2",
        "figure6  | nodes=50,tasks=5,load=0.95,jobs=50,shape=2 | S3 | 5",
        "figure7  | slots=1000,tasks=20,cores=1:4,load=0.95,jobs=50 | S4 | 2",
        "idle     | nodes=10,load=0.5,d=2,jobs=50 | S5 | 1",
        "figure9  | nodes=10,load=0.5,d=2,jobs=50 | S6 | 1",
        "tpch     | nodes=50,jobs=50 | S7 | 2",
        "fairness | nodes=10,jobs=100 | S8 | 6",
      })
  void eachSpeaksToItsClaim(String name, String changes, String id, int claims) {
    var report = run(name, changes);

    assertThat(report.claims()).extracting(Finding::id).hasSize(claims).containsOnly(id);
    assertThat(report.claims()).extracting(Finding::measured).allMatch(Double::isFinite);
    assertThat(report.traceHash()).isEqualTo(run(name, changes).traceHash());
    assertThat(report.traceHash()).isNotEqualTo(run(name, changes + ",seed=2").traceHash());
  }

  @Test
  void optionsAreComparedWithThePlainPolicyAndMakeNoClaim() {
    var changes = "nodes=20,tasks=5,load=0.8,jobs=50";
    var report = run("options", changes);

    assertThat(report.claims()).isEmpty();
    assertThat(report.series())
        .extracting(Series::name)
        .contains("95th percentile of long jobs, mixed, plain")
        .doesNotContain("95th percentile of long jobs, equal, plain");
    for (var mix : List.of("equal, ", "mixed, ")) {
      for (var line : List.of("plain", "ask ahead", "sticky", "avoid", "batch + reuse")) {
        assertThat(median(report, mix + line, 0)).as(line).isPositive();
      }
    }
    assertThat(report.traceHash()).isEqualTo(run("options", changes).traceHash());
    assertThat(report.traceHash()).isNotEqualTo(run("options", changes + ",seed=2").traceHash());
  }

  @Test
  void nobodyBeatsTheOmniscient() {
    var report = run("figure5", "nodes=200,tasks=20,load=0.5:0.8:0.95,d=1:2:4,jobs=300");

    for (int point = 0; point < 3; point++) {
      double best = median(report, Contender.OMNISCIENT.label, point);
      for (var line : List.of("d=1", "d=2", "d=4", "random", "per-task sampling")) {
        assertThat(median(report, line, point)).as(line).isGreaterThan(best);
      }
    }
    assertThat(report.claims().getLast().measured())
        .isEqualTo(
            Math.round(1e4 * (median(report, "d=2", 2) / median(report, "omniscient", 2) - 1))
                / 100.0);
  }

  @Test
  void aClaimThatTheSettingsLeaveOutIsNotMade() {
    assertThat(run("figure5", "nodes=50,tasks=5,load=0.7,d=2,jobs=50").claims()).isEmpty();
    assertThat(run("figure9", "nodes=10,load=0.5,d=3,jobs=50").claims()).isEmpty();
  }

  @Test
  void aClaimWhoseJobsWereCutOffIsNotReproduced() {
    var report = run("figure9", "load=0.6,d=2,jobs=10");

    assertThat(value(report, "jobs cut off, omniscient", 0)).isPositive();
    var claim = report.claims().getFirst();
    assertThat(claim.measured()).isLessThan(2.5);
    assertThat(claim.isReproduced()).isFalse();
    assertThat(claim.note()).contains("not judged", "more than 1%; set more `jobs`");
  }

  @Test
  void aRunThatIsLongEnoughCutsNoJobOff() {
    var report = run("figure9", "load=0.6,d=2,jobs=500");

    assertThat(report.series()).extracting(Series::name).noneMatch(name -> name.contains("cut"));
    assertThat(report.claims().getFirst().note()).doesNotContain("not judged");
  }

  @Test
  void figure9HasChanceAndPerTaskSamplingBesideIt() {
    var report = run("figure9", "nodes=20,load=0.9,d=2,jobs=300");

    double best = median(report, Contender.OMNISCIENT.label, 0);
    for (var line : List.of("random", "per-task sampling", "d=2")) {
      assertThat(median(report, line, 0)).as(line).isGreaterThan(best);
    }
  }

  @Test
  void lateBindingBeatsTheOthersWhereTaskTimesDiffer() {
    var report = run("figure6", "nodes=500,tasks=50,load=0.9,jobs=600,shape=2.1");

    for (var times : List.of("exponential", "pareto with a shape of 2.1")) {
      double late = median(report, "batch sampling + late binding, " + times, 0);
      for (var other : List.of("random", "per-task sampling", "batch sampling")) {
        assertThat(median(report, other + ", " + times, 0)).as(other).isGreaterThan(late);
      }
    }
  }

  @Test
  void theParetoFactorIsReportedForEachShape() {
    var report = run("figure6", "nodes=100,tasks=10,load=0.95,jobs=100,shape=1.5:2.5");

    assertThat(report.claims())
        .filteredOn(claim -> claim.what().contains("pareto"))
        .extracting(Finding::verdict)
        .containsExactly(ClaimVerdict.REPORTED, ClaimVerdict.REPORTED);
    assertThat(median(report, "random, pareto with a shape of 1.5", 0))
        .isNotEqualTo(median(report, "random, pareto with a shape of 2.5", 0));
  }

  @Test
  void aRunThatIsTooShortForItsMedianIsToldApart() {
    var settings = "slots=1000,cores=1,load=0.95,jobs=";

    var early = stability(run("figure7", settings + "20,tasks=100"));
    var late = stability(run("figure7", settings + "20000,tasks=1"));

    assertThat(early.isReproduced()).isFalse();
    assertThat(Math.abs(late.measured())).isLessThan(Math.abs(early.measured()));
  }

  private static Finding stability(ExperimentReport report) {
    return report.claims().stream()
        .filter(claim -> claim.what().contains("later half"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void jobsStartAtOnceAsOftenAsTheFormulaSays() {
    var report = run("table2", "tasks=10,load=0.3:0.5,jobs=3000");

    for (var line : List.of("random, m=10", "per-task sampling, m=10")) {
      for (int point = 0; point < 2; point++) {
        double formula = value(report, line + ", formula", point);
        assertThat(Math.abs(value(report, line, point) - formula)).as(line).isLessThan(5);
      }
    }
  }

  @Test
  void slotsIdleLessThanTheFormulaSays() {
    var report = run("idle", "nodes=50,load=0.5:0.9,d=1:2,jobs=1000");

    assertThat(value(report, "idle while asking, d=1", 0)).isBetween(0.95, 1.05);
    assertThat(value(report, "idle while asking, d=2", 0)).isBetween(1.0, 2.05);
    assertThat(report.claims().getFirst().paper()).isEqualTo(2);
  }

  @Test
  void modestUsersGetWhatTheyWantBesideAGreedyOne() {
    var report = run("fairness", "nodes=50,greedy=0.8,jobs=3000");

    assertThat(value(report, "running at a time", 0)).isBetween(40.0, 60.0);
    assertThat(median(report, "user 2 wants more", 2))
        .isGreaterThan(4 * median(report, "user 2 wants more", 0));
  }

  @Test
  void eachSchedulerAddsItsThroughput() {
    var report = run("scale", "nodes=2000,schedulers=1:4,jobs=300,tasks=20");

    assertThat(value(report, "tasks placed over those of the first line", 1)).isBetween(3.4, 4.4);
  }
}
