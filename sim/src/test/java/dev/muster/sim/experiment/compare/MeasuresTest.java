package dev.muster.sim.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.sim.experiment.compare.CompareResult.Measure;
import dev.muster.sim.experiment.row.ComparedJob;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Numbers that were worked out by hand. */
final class MeasuresTest {

  private static CompareResult result(double median, double p95, double p99, double perSecond) {
    var numbers = new EnumMap<Measure, Double>(Measure.class);
    for (var measure : Measure.values()) {
      numbers.put(measure, 1.0);
    }
    numbers.put(Measure.MEDIAN, median);
    numbers.put(Measure.P95, p95);
    numbers.put(Measure.P99, p99);
    numbers.put(Measure.THROUGHPUT, perSecond);
    return new CompareResult(numbers, "");
  }

  @Test
  void percentilesAreInterpolated() {
    double[] sorted = {1, 2, 4, 8, 16};

    assertThat(CompareResult.percentile(sorted, 50)).isEqualTo(4);
    assertThat(CompareResult.percentile(sorted, 95)).isCloseTo(8 + 0.8 * 8, within(1e-9));
    assertThat(CompareResult.percentile(new double[] {3}, 99)).isEqualTo(3);
  }

  @Test
  void jainsIndexIsOneWhereAllAreTreatedAlike() {
    assertThat(CompareResult.jain(new double[] {2, 2, 2})).isCloseTo(1, within(1e-12));
    assertThat(CompareResult.jain(new double[] {4, 0, 0, 0})).isEqualTo(0.25);
    assertThat(CompareResult.jain(new double[] {1, 3})).isCloseTo(16.0 / 20, within(1e-12));
  }

  @Test
  void slowdownIsResponseOverThatInAnEmptyCell() {
    var slowdowns = new Slowdowns(10);
    var job = ComparedJob.of(0, new Resources(1, 1), new long[] {1});
    slowdowns.add(job, 60, 20);
    slowdowns.add(job, 60, 5); // counts as 10
    slowdowns.add(job, 19, 20); // never faster than in an empty cell

    assertThat(slowdowns.sorted()).containsExactly(1, 3, 6);
    assertThat(slowdowns.fairness()).as("one decade of sizes").isEqualTo(1);
  }

  @Test
  void fairnessIsThatOfUsersOrElseOfSizes() {
    var job = ComparedJob.of(0, new Resources(1, 1), new long[] {1});
    var ofUsers = new Slowdowns(1);
    ofUsers.add(new ComparedJob(0, "a", job.spec(), job.taskNs()), 10, 10);
    ofUsers.add(new ComparedJob(0, "a", job.spec(), job.taskNs()), 30, 10);
    ofUsers.add(new ComparedJob(0, "b", job.spec(), job.taskNs()), 60, 10);
    var ofSizes = new Slowdowns(1);
    ofSizes.add(job, 10, 10);
    ofSizes.add(job, 300, 100);

    assertThat(ofUsers.fairness()).as("2 and 6").isCloseTo(64.0 / 80, within(1e-12));
    assertThat(ofSizes.fairness()).as("1 and 3").isCloseTo(16.0 / 20, within(1e-12));
  }

  @Test
  void theScoreIsTheGeometricMeanOfThreePercentiles() {
    assertThat(result(1, 8, 27, 1).score()).isCloseTo(6, within(1e-9));
  }

  @Test
  void seedsAreAveragedUnlessThePolicyCannotRunOne() {
    var mean = CompareResult.mean(List.of(result(1, 2, 3, 4), result(3, 4, 5, 6)));

    assertThat(mean.of(Measure.MEDIAN)).isEqualTo(2);
    assertThat(mean.of(Measure.THROUGHPUT)).isEqualTo(5);
    var none = CompareResult.mean(List.of(result(1, 1, 1, 1), CompareResult.none("why")));
    assertThat(none.isThere()).isFalse();
    assertThat(none.remark()).isEqualTo("why");
  }

  @Test
  void theBestOfARowIsMarkedAndAutoIsComparedWithTheOthers() {
    Map<String, CompareResult> results = new LinkedHashMap<>();
    results.put("sampled", result(2, 2, 2, 10));
    results.put("shared", result(1, 8, 8, 20));
    results.put("central", CompareResult.none("it cannot"));
    results.put(JobSpec.AUTO, result(1, 1, 1, 15));
    var row = new RowScores("X", results);

    var lines = row.lines();
    assertThat(lines.get(0).best()).doesNotContain("p50", "p95", "tasks/s", "score");
    assertThat(lines.get(1).best()).contains("p50", "tasks/s").doesNotContain("p95", "score");
    assertThat(lines.get(2).numbers()).isEmpty();
    assertThat(lines.get(2).remark()).isEqualTo("it cannot");
    assertThat(lines.get(3).best())
        .contains("p50", "p95", "p99", "score")
        .doesNotContain("tasks/s");
    assertThat(row.bestScore()).hasValue(2);
    assertThat(row.autoOverBest()).hasValue(0.5);
    assertThat(row.overLeast("shared", Measure.P95)).isEqualTo(8);
  }
}
