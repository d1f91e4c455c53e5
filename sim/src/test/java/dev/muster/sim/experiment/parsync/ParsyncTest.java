package dev.muster.sim.experiment.parsync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Series;
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
final class ParsyncTest {

  private static ExperimentReport run(String name, String changes) {
    var experiment = Experiments.named("parsync/" + name).orElseThrow();
    var settings = Settings.of(experiment, List.of(changes.split(",")));
    return experiment.run(settings, _ -> {});
  }

  private static List<Double> values(ExperimentReport report, String line) {
    return report.series().stream()
        .filter(series -> series.name().equals(line))
        .findFirst()
        .orElseThrow(() -> new AssertionError(line + " is not in " + names(report)))
        .points()
        .stream()
        .map(point -> ((Value) point).value())
        .toList();
  }

  private static List<String> names(ExperimentReport report) {
    return report.series().stream().map(Series::name).toList();
  }

  private static double most(ExperimentReport report, String line) {
    return values(report, line).stream().mapToDouble(each -> each).max().orElseThrow();
  }

  private static double mean(ExperimentReport report, String line) {
    return values(report, line).stream().mapToDouble(each -> each).average().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "conflicts  | schedulers=4,tasks=20,idle=100,rounds=2,a=1,seconds=5,scale=0.002 | P1:P3 | 5",
        "slots      | rate=40000,gap=0.5,variance=2,partitions=1,a=2,step=50000,seconds=5,scale=0.002 | P2 | 4",
        "slots      | sync=parts,rate=40000,gap=0.5,variance=2,a=1,step=50000,seconds=5,scale=0.002 | P4 | 1",
        "groups     | phaseSeconds=2,scale=0.005 | P5 | 3",
        "phases     | phaseSeconds=3,tau=2,scale=0.002 | P6 | 4",
        "quality    | phaseSeconds=2,alpha=0.9:0.4,scale=0.002 | P7 | 2",
        "scale      | seconds=5,times=1:2,schedulers=5,scale=0.005 | P8 | 2",
        "partitions | phaseSeconds=2,partitions=20:40,scale=0.002 | P9 | 4",
      })
  void eachSpeaksToItsClaim(String name, String changes, String ids, int claims) {
    var report = run(name, changes);

    assertThat(report.claims()).hasSize(claims);
    assertThat(report.claims()).extracting(Finding::id).containsOnly(ids.split(":"));
    assertThat(report.claims()).extracting(Finding::measured).allMatch(Double::isFinite);
    assertThat(report.traceHash()).isEqualTo(run(name, changes).traceHash());
    assertThat(report.traceHash()).isNotEqualTo(run(name, changes + ",seed=2").traceHash());
  }

  @Test
  void whereNoPointDecidesNothingIsJudged() {
    var settings = "sync=parts,rate=40000,gap=0.5,variance=2,a=1,seconds=5,scale=0.002,most=100000";
    var verdicts = run("slots", settings + ",step=100000").claims().stream().map(Finding::verdict);

    assertThat(verdicts).containsExactly(ClaimVerdict.REPORTED);
  }

  /** StateSync thinks for its own time, and nobody else does. */
  @ParameterizedTest
  @CsvSource({"0.9", "101", "long"})
  void noSearchOfTheWholeReplicaIsShorterThanOneOfAPart(String sync) {
    assertThatThrownBy(() -> run("phases", "sync=" + sync))
        .isInstanceOf(Settings.BadSetting.class)
        .hasMessage("sync must be a number from 1 to 100, not `%s`", sync);
  }

  @Test
  void aLongerSearchOfTheWholeReplicaSlowsStateSyncAlone() {
    var settings = "phaseSeconds=3,tau=2,scale=0.002,strategy=";
    for (var strategy : List.of("quality", "statesync")) {
      var line = "mean delay, " + strategy;
      double quick = mean(run("phases", settings + strategy + ",sync=1"), line);
      double slow = mean(run("phases", settings + strategy + ",sync=3"), line);
      assertThat(slow > quick).as(strategy).isEqualTo(strategy.equals("statesync"));
    }
  }

  @Test
  void schedulersThatBeginTogetherConflictAsOftenAsTheFormulaSays() {
    var report = run("conflicts", "tasks=50,idle=500:1500,rounds=40,a=1,seconds=1,scale=0.002");

    var formula = values(report, "rejected in one round, Eq. (2)");
    var measured = values(report, "rejected in one round");
    for (int point = 0; point < formula.size(); point++) {
      assertThat(measured.get(point) / formula.get(point)).isBetween(0.97, 1.03);
    }
  }

  @Test
  void aStalerCopyHasMoreConflicts() {
    var report = run("conflicts", "idle=100,tasks=5,rounds=1,a=4,seconds=20,scale=0.005");

    assertThat(values(report, "conflicts, second half").getFirst())
        .isGreaterThan(values(report, "conflicts, first half").getFirst());
  }

  @Test
  void fewerSlotsWillDoWhereCopiesAreFresher() {
    var report =
        run(
            "slots",
            "rate=40000,gap=0.25:1,variance=2,partitions=1,a=4,step=5000,seconds=15,scale=0.005");

    var slots = values(report, "StateSync, A=4, by gap");
    assertThat(slots.getFirst()).isLessThan(slots.getLast());
  }

  @Test
  void goodMachinesCostTimeAndFreshNewsSaveIt() {
    var settings = "phaseSeconds=5,scale=0.01,strategy=";
    var quality = run("phases", settings + "quality");
    var latency = run("phases", settings + "latency");

    assertThat(mean(quality, "quality, quality")).isGreaterThan(mean(latency, "quality, latency"));
    assertThat(most(quality, "delay, quality, p50"))
        .isGreaterThan(most(latency, "delay, latency, p50"));
    assertThat(latency.claims()).as("one strategy alone claims little").isEmpty();
  }

  @Test
  void preferredMachinesMakeTasksShorter() {
    var report = run("quality", "phaseSeconds=5,alpha=1:0.5,scale=0.01");

    var times = values(report, "task times of a job, quality");
    double share = values(report, "quality, quality").getLast() / 100;
    assertThat(share).isGreaterThan(0.1);
    assertThat(times.getLast() / times.getFirst()).isBetween(1 - share, 1 - share / 4);
  }

  @Test
  void repairLeavesFewerConflicts() {
    var settings = "phaseSeconds=4,scale=0.01,strategy=";
    var plain = run("groups", settings + "quality");
    var repaired = run("groups", settings + "quality+repair");

    assertThat(mean(repaired, "conflicts of group A, quality+repair"))
        .isLessThan(0.75 * mean(plain, "conflicts of group A, quality"));
  }

  @ParameterizedTest
  @CsvSource({"phases,tau=2", "groups,tau=1.5"})
  void strategiesThatThePaperLacksAreNotJudged(String name, String tau) {
    var settings = "phaseSeconds=2,scale=0.005,%s,strategy=".formatted(tau);

    assertThat(run(name, settings + "quality").claims()).isNotEmpty();
    assertThat(run(name, settings + "quality+repair").claims()).isEmpty();
    assertThat(run(name, settings + "adaptive+handover").claims()).isEmpty();
  }

  @Test
  void nobodyClaimsMoreSlotsThanThereAre() {
    var report =
        run("conflicts", "schedulers=4,tasks=20,idle=5:20,rounds=1,a=1,seconds=1,scale=0.002");

    assertThat(values(report, "rejected in one round, Eq. (2)")).containsExactly(15.0, 60.0);
    assertThat(values(report, "rejected in one round")).containsExactly(15.0, 60.0);
  }

  @Test
  void oneSchedulerAloneIsNeverRefused() {
    var report =
        run("conflicts", "schedulers=1,tasks=20,idle=50,rounds=1,a=1,seconds=1,scale=0.002");

    assertThat(report.claims().getFirst().isReproduced()).isTrue();
  }

  @Test
  void jobsMayPreferMoreMachinesThanATaskMay() {
    var report = run("phases", "tasks=10000,scale=0.01,phaseSeconds=10,strategy=quality");

    assertThat(mean(report, "quality, quality")).isGreaterThan(10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "phases  | tasks=10000,scale=0.5,preferred=50 | preferred must be at most 20 with tasks=10000",
        "quality | tasks=10000,scale=4,preferred=21   | preferred must be at most 20 with tasks=10000",
        "scale   | scale=4,times=10                   | scale must be smaller: the cell would have 8,000,000 slots",
        "slots   | scale=4,rate=1e6                   | scale must be smaller: the cell would have ",
      })
  void whatCannotWorkIsSaidBeforeItRuns(String name, String changes, String why) {
    assertThatThrownBy(() -> run(name, changes))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessageContaining(why);
  }

  @Test
  void rowsStandInTheOrderOfTheSettingsAndClaimsDoNotDependOnIt() {
    var settings = "variance=2,partitions=1,step=50000,seconds=5,scale=0.002,gap=0.5,";
    var rising = run("slots", settings + "rate=20000:40000,a=1:2");
    var falling = run("slots", settings + "rate=40000:20000,a=2:1");

    assertThat(names(rising))
        .startsWith(
            "StateSync, A=1, by rate",
            "StateSync, A=2, by rate",
            "StateSync, A=1, by gap",
            "StateSync, A=2, by gap");
    assertThat(names(falling)).startsWith("StateSync, A=2, by rate", "StateSync, A=1, by rate");
    assertThat(falling.claims()).containsExactlyInAnyOrderElementsOf(rising.claims());
  }
}
