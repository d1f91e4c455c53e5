package dev.muster.cli.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.muster.cli.console.Console;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Finding;
import dev.muster.sim.experiment.Finding.ClaimVerdict;
import dev.muster.sim.experiment.PaperClaim;
import dev.muster.sim.experiment.PaperClaim.ClaimPart;
import dev.muster.sim.experiment.PaperClaim.ClaimRun;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ClaimsViewTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ClaimsView view = view();

  private ClaimsView view() {
    var stream = new PrintStream(out, true, UTF_8);
    var console = new Console(InputStream.nullInputStream(), stream, stream, stream, () -> false);
    var run = new ClaimRun("sparrow/idle", "d=2", 5, ExperimentReport::claims);
    var claim =
        new PaperClaim("S5", "sparrow", List.of(run), UnaryOperator.identity(), "on small cells");
    var view = new ClaimsView(console);
    view.add(
        claim,
        List.of(
            new ClaimPart(part("asked", ClaimVerdict.REPRODUCED, "at most 2", ""), 7, 1.5),
            new ClaimPart(part("left", ClaimVerdict.NOT_REPRODUCED, "at most 1", "short"), 7, 1.5),
            new ClaimPart(part("besides", ClaimVerdict.REPORTED, "", ""), 7, 1.5)));
    return view;
  }

  private static Finding part(String what, ClaimVerdict verdict, String rule, String doubt) {
    return new Finding("S5", 2, 1.94, "%", what, rule, verdict, doubt);
  }

  @Test
  void eachPartIsARowAndEachClaimSaysHowToRunIt() {
    view.printTable();

    assertThat(out.toString(UTF_8))
        .containsPattern("S5 +2 % +1.94 +at most 2 +reproduced +7 +2 s +asked")
        .containsPattern("S5 +2 % +1.94 +at most 1 +not reproduced +7 +2 s +left")
        .containsPattern("S5 +2 % +1.94 +- +reported +7 +2 s +besides")
        .contains("S5: sim run sparrow/idle --set d=2 (on small cells)")
        .contains("1 of 2 parts that are judged are reproduced");
  }

  @Test
  void jsonHasOneArrayWithAllMembersInEachRow() {
    view.printJson();

    var rows = JsonParser.parseString(out.toString(UTF_8)).getAsJsonArray();
    assertThat(rows).hasSize(3);
    rows.forEach(
        row ->
            assertThat(row.getAsJsonObject().keySet())
                .containsExactly(
                    "id",
                    "paper",
                    "measured",
                    "unit",
                    "rule",
                    "reproduced",
                    "note",
                    "seed",
                    "wallSeconds"));
    var first = rows.get(0).getAsJsonObject();
    assertThat(first.get("paper").getAsString()).as("whole numbers as such").isEqualTo("2");
    assertThat(first.get("reproduced").getAsBoolean()).isTrue();
    assertThat(first.get("note").getAsString())
        .isEqualTo("asked; on small cells; sim run sparrow/idle --set d=2");
    var second = rows.get(1).getAsJsonObject();
    assertThat(second.get("reproduced").getAsBoolean()).isFalse();
    assertThat(second.get("note").getAsString()).startsWith("left; short; ");
    assertThat(rows.get(2).getAsJsonObject().get("reproduced").isJsonNull()).isTrue();
  }
}
