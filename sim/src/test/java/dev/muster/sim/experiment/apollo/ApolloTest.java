package dev.muster.sim.experiment.apollo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Value;
import dev.muster.sim.experiment.Experiments;
import dev.muster.sim.experiment.Finding;
import dev.muster.sim.experiment.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ApolloTest {

  private static final String SMALL = "draws=40,batch=100:1000,batches=25";

  private static ExperimentReport run(String name, String changes) {
    var experiment = Experiments.named("apollo/" + name).orElseThrow();
    return experiment.run(Settings.of(experiment, List.of(changes.split(","))), _ -> {});
  }

  private static double last(ExperimentReport report, String line) {
    var points =
        report.series().stream()
            .filter(series -> series.name().equals(line))
            .findFirst()
            .orElseThrow(() -> new AssertionError(line))
            .points();
    return ((Value) points.getLast()).value();
  }

  @Test
  void figure4IsExactToTheHundredth() {
    var report = run("figure4", "seed=1");

    assertThat(report.claims())
        .extracting(Finding::measured)
        .containsExactly(63.13, 63.5, 72.5, 56.25, 56.25);
    assertThat(report.claims()).allMatch(Finding::isReproduced);
    assertThat(report.claims().getLast().what()).endsWith("chosen, D");
  }

  @Test
  void figure5IsMatchedAsInThePaper() {
    var report = run("figure5", "seed=1");

    assertThat(report.claims()).allMatch(Finding::isReproduced);
    assertThat(report.claims().getFirst().what()).endsWith("T1→A T2→B T3→C");
    assertThat(report.claims().getLast().what()).endsWith("T1→A T2→C T3→B");
  }

  @Test
  void stableMatchingIsNearlyOptimalAndGreedyIsNot() {
    var report = run("matching", SMALL);

    assertThat(report.claims()).extracting(Finding::id).containsExactly("A3", "A3", "A4", "A4");
    assertThat(report.claims()).allMatch(Finding::isReproduced);
    double optimal = last(report, "makespan, optimal");
    assertThat(optimal)
        .isLessThanOrEqualTo(last(report, "makespan, stable"))
        .isLessThanOrEqualTo(last(report, "makespan, least total"))
        .isLessThan(last(report, "makespan, greedy"));
    assertThat(last(report, "steps per task")).isBetween(10.0, 100.0);
  }

  @Test
  void aBatchInACellThatIsTooSmallNeedsIterationsAndLeavesTasks() {
    var report = run("matching", "tasks=10,draws=1,batch=1000,batches=3,racks=30,iterations=4");

    assertThat(report.claims()).extracting(Finding::id).containsExactly("A4");
    assertThat(last(report, "iterations, median")).isEqualTo(4);
    assertThat(last(report, "tasks without a node")).isPositive();
  }

  private static double measured(ExperimentReport report, String what) {
    return report.claims().stream()
        .filter(each -> each.what().startsWith(what))
        .findFirst()
        .orElseThrow(() -> new AssertionError(what))
        .measured();
  }

  /** Where tokens are more than slots, and so tasks that have one queue. */
  @Test
  void withoutEstimatesNodesAreLessBalanced() {
    var report = run("estimates", "scale=0.002,tokens=400,seconds=30,warmSeconds=30");

    assertThat(measured(report, "deviation")).isGreaterThan(1.5);
  }

  @Test
  void tasksOfTheBaselineQueueBesideHeavyTailsAndHaveDuplicates() {
    var report = run("recurring", "nodes=40,jobs=1");

    assertThat(last(report, "queueing p95, baseline"))
        .isGreaterThan(last(report, "queueing p95, estimated") + 1);
    assertThat(last(report, "duplicates, baseline"))
        .isGreaterThan(10 * last(report, "duplicates, estimated"));
  }

  @Test
  void whereNoTaskHasADuplicateNothingIsSaidOfTheirSuccess() {
    var report = run("mix", "scale=0.001,seconds=20,warmSeconds=10,tokens=100");

    assertThat(report.claims())
        .extracting(Finding::what)
        .noneMatch(what -> what.contains("before the original"));
    assertThat(report.notes()).anyMatch(note -> note.startsWith("no task had a duplicate"));
  }

  @Test
  void theSeedDecidesAllOfIt() {
    assertThat(run("matching", SMALL).series()).isEqualTo(run("matching", SMALL).series());
    assertThat(run("matching", SMALL).series())
        .isNotEqualTo(run("matching", SMALL + ",seed=2").series());
  }
}
