package dev.muster.sim.experiment.mercury;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Value;
import dev.muster.sim.experiment.Experiments;
import dev.muster.sim.experiment.Finding;
import dev.muster.sim.experiment.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MercuryTest {

  /** A sixteenth of the slots, and jobs in proportion. */
  private static final String SMALL =
      "nodes=64,cores=8,schedulers=16,maps=10,reduces=4,seconds=40,warmSeconds=30";

  private static ExperimentReport run(String name, String changes) {
    var experiment = Experiments.named("mercury/" + name).orElseThrow();
    return experiment.run(Settings.of(experiment, List.of(changes.split(","))), _ -> {});
  }

  private static double at(ExperimentReport report, String line, double x) {
    return report.series().stream()
        .filter(series -> series.name().equals(line))
        .flatMap(series -> series.points().stream())
        .filter(point -> point.x() == x && point instanceof Value)
        .mapToDouble(point -> ((Value) point).value())
        .findFirst()
        .orElseThrow(() -> new AssertionError(line + " at " + x));
  }

  private static double measured(ExperimentReport report, String what) {
    return report.claims().stream()
        .filter(each -> each.what().startsWith(what))
        .findFirst()
        .orElseThrow(() -> new AssertionError(what))
        .measured();
  }

  @Test
  void queuesAtNodesKeepSlotsBusyBetweenHeartbeats() {
    var report = run("figure5", SMALL + ",jobs=75:150,k=12");

    assertThat(measured(report, "task throughput of only-Q")).isGreaterThan(25);
    assertThat(at(report, "jobs, only-Q", 150)).isGreaterThan(at(report, "jobs, only-Q", 75));
  }

  @Test
  void heartbeatsAreWhatContainersLoseBy() {
    var usual = run("figure5", SMALL + ",jobs=150,k=12");
    var seldom = run("figure5", SMALL + ",jobs=150,k=12,heartbeatSeconds=9");

    assertThat(at(usual, "jobs, only-G", 0)).isGreaterThan(1.15 * at(seldom, "jobs, only-G", 0));
  }

  @Test
  void withoutWhatTheClaimIsAboutNothingIsJudged() {
    var report = run("figure5", SMALL + ",jobs=75,k=12");

    assertThat(report.claims()).isEmpty();
    assertThat(report.notes()).containsExactly("M1 is about 150 jobs at a time");
  }

  @Test
  void slowNodesThatNobodyKnowsOfCostLessWhereLongQueuesAreShed() {
    var report = run("figure7", SMALL + ",jobs=150,k=12,stragglers=4");

    assertThat(at(report, "jobs, only-Q without stragglers", 1))
        .isGreaterThan(1.05 * at(report, "jobs, only-Q", 2));
    assertThat(at(report, "jobs, avg+2σ", 4)).isGreaterThan(at(report, "jobs, only-Q", 2));
    assertThat(at(report, "shed, avg+2σ", 4)).isPositive();
  }

  @Test
  void theLongerTasksAreTheLessHeartbeatsCost() {
    var report = run("figure9", SMALL + ",jobs=100,k=12,lengths=1:6");

    assertThat(report.claims()).extracting(Finding::id).containsOnly("M6");
    assertThat(at(report, "use, only-G", 6)).isGreaterThan(at(report, "use, only-G", 1));
  }

  @Test
  void limitsSpareOpportunisticTasksAndCostUse() {
    var report =
        run(
            "table1",
            "nodes=16,cores=8,schedulers=2,k=4,maps=4,limits=20:100,seconds=60,warmSeconds=20");

    assertThat(report.claims()).allMatch(Finding::isReproduced);
    assertThat(at(report, "guaranteed, limit", 20)).isBetween(65.0, 75.0);
    assertThat(at(report, "used, limit", 20)).isLessThanOrEqualTo(20);
    assertThat(at(report, "used, limit", 100)).isGreaterThan(at(report, "used, limit", 20));
  }

  @Test
  void opportunisticTasksHaveWhatTheForecastLeaves() {
    var report =
        run(
            "figure8",
            "nodes=16,cores=8,schedulers=2,k=4,maps=4,perHeartbeat=4,seconds=300,periodSeconds=300");

    assertThat(measured(report, "mean gap")).isLessThan(5);
    double allowed = at(report, "allowed", 0);
    assertThat(allowed).isGreaterThan(at(report, "allowed", 100) + 10);
  }

  @Test
  void promotionsNeverOverCommit() {
    var report = run("promotion", "runs=40");

    assertThat(measured(report, "were over-committed")).isZero();
    double granted = at(report, "promotions granted", 1);
    assertThat(granted).isPositive().isLessThan(at(report, "promotions asked for", 1));
  }

  @Test
  void shortTasksAreOpportunisticUnderHybridSettings() {
    var report = run("figure10", SMALL + ",jobs=60,k=12");

    assertThat(report.claims()).extracting(Finding::id).containsOnly("M7");
    assertThat(at(report, "evicted, <10sec-70%-Q", 4)).isLessThan(at(report, "evicted, 50%-Q", 2));
  }

  @Test
  void theSeedDecidesAllOfIt() {
    var one = run("promotion", "runs=5");

    assertThat(run("promotion", "runs=5").traceHash()).isEqualTo(one.traceHash());
    assertThat(run("promotion", "runs=5,seed=2").traceHash()).isNotEqualTo(one.traceHash());
  }
}
