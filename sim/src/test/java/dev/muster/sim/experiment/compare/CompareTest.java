package dev.muster.sim.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.ContenderLine;
import dev.muster.sim.experiment.Experiments;
import dev.muster.sim.experiment.Settings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CompareTest {

  private static ExperimentReport run(String... settings) {
    var compare = Experiments.named("compare").orElseThrow();
    return compare.run(Settings.of(compare, List.of(settings)), _ -> {});
  }

  @Test
  void rowsAndPoliciesAreTheChosenOnesInTheirOrder() {
    var report = run("rows=M8:M7", "policies=auto:shared", "events=0.2");

    assertThat(report.table())
        .extracting(ContenderLine::row)
        .containsExactly("M7", "M7", "M8", "M8");
    assertThat(report.table())
        .extracting(ContenderLine::contender)
        .containsExactly("shared", "auto", "shared", "auto");
    assertThat(report.table()).allMatch(line -> line.remark().contains("after so many events"));
    assertThat(report.series()).hasSize(2 * 3).allMatch(line -> line.points().size() == 2);
    assertThat(report.notes()).hasSize(3).noneMatch(note -> note.startsWith("left out"));
    assertThat(report.notes().getLast()).startsWith("auto is within 5% of the best policy in");
    assertThat(report.costs()).hasSize(2);
  }

  @Test
  void rowsWithoutTracesAreLeftOutAndSaidSo(@TempDir Path empty) {
    assertThat(run("rows=M7:swim", "policies=shared").notes())
        .contains("left out: swim: set `traces`, the folder of traces");
    assertThat(run("rows=M7:swim", "policies=shared", "traces=" + empty).notes())
        .anyMatch(note -> note.startsWith("left out: swim: no google2011/"));
    assertThatThrownBy(() -> run("rows=swim"))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessageContaining("no row is left");
  }

  @Test
  void severalSeedsGiveOneLineOfMeans() {
    var one = run("rows=M7", "policies=shared");
    var two = run("rows=M7", "policies=shared", "seed=2");
    var both = run("rows=M7", "policies=shared", "seeds=2");

    assertThat(both.table()).hasSize(1);
    double mean = (number(one) + number(two)) / 2;
    assertThat(number(one)).isNotEqualTo(number(two));
    assertThat(number(both)).isBetween(mean - 0.01, mean + 0.01);
  }

  private static double number(ExperimentReport report) {
    return report.table().getFirst().numbers().getOrDefault("msg/task", 0.0);
  }
}
