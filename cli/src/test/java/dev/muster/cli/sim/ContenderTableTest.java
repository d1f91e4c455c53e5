package dev.muster.cli.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.sim.experiment.ExperimentReport.ContenderLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContenderTableTest {

  private static ContenderLine line(
      String row, String policy, double p50, double rate, List<String> best) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    numbers.put("p50", p50);
    numbers.put("rate", rate);
    return new ContenderLine(row, policy, numbers, best, "");
  }

  @Test
  void eachContenderHasALineAndTheBestAStar() {
    var table =
        List.of(
            line("S2", "sampled", 1.25, 1_234.56, List.of("p50")),
            line("S2", "auto", 2, 20_000, List.of("rate")),
            new ContenderLine("O4", "central", Map.of(), List.of(), "it cannot"));

    assertThat(new ContenderTable(table).lines())
        .containsExactly(
            "row   policy   p50    rate ",
            "S2   sampled  1.25*   1235",
            "        auto     2   20000*",
            "O4   central     -       -   it cannot");
  }

  @Test
  void thereIsNoTableWithoutLines() {
    assertThat(new ContenderTable(List.of()).lines()).isEmpty();
  }
}
