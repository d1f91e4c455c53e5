package dev.muster.cli.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.cli.Drawn;
import dev.muster.cli.console.BadInputException;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.ContenderLine;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.ExperimentReport.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlotTest {

  @TempDir Path directory;

  private static Series series(String name, String unit) {
    var points = List.of(new Value(0, 1_000), new Value(1, 2_000), new Value(2, 3_000));
    return new Series(name, unit, List.copyOf(points));
  }

  private List<String> drawn(Series... series) throws Exception {
    return drawn(List.of(), series);
  }

  private List<String> drawn(List<ContenderLine> table, Series... series) throws Exception {
    var file = directory.resolve("figure.svg");
    var lines = List.of(series);
    var report =
        new ExperimentReport(
            "some/figure", 1, List.of(), lines, "", 1, 1, 1, Map.of(), table, List.of(), List.of());
    new Plot(report, "user").write(file);
    return Drawn.texts(file);
  }

  @Test
  void eachUnitHasAPanelWithItsOwnLegend() throws Exception {
    var texts = drawn(series("wait", "ms"), series("sent", "messages"), series("delay", "ms"));

    assertThat(texts).containsOnlyOnce("some/figure", "ms", "messages", "wait", "sent", "delay");
    assertThat(texts.stream().filter("user"::equals)).as("an axis for each").hasSize(2);
    assertThat(texts.indexOf("delay"))
        .as("beside the other line of its unit, not below what came between")
        .isLessThan(texts.indexOf("sent"));
  }

  @Test
  void whatIsNumberedHasNoFractionsBelowTheFigure() throws Exception {
    assertThat(drawn(series("a", "ms")))
        .contains("0", "1", "2")
        .doesNotContain("0.0", "0.5", "1.0", "1.5");
  }

  @Test
  void rowsOfATableAreNamedBelowTheFigure() throws Exception {
    var table =
        Stream.of("S2", "O4", "google")
            .map(row -> new ContenderLine(row, "auto", Map.of(), List.of(), ""))
            .toList();

    assertThat(drawn(table, series("auto", "times")))
        .contains("S2", "O4", "google", "auto", "times")
        .doesNotContain("0", "2");
  }

  @Test
  void nothingCannotBeDrawn() {
    assertThatThrownBy(this::drawn)
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("--plot: there is nothing to draw");
  }
}
