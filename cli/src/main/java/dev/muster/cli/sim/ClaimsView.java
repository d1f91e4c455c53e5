package dev.muster.cli.sim;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.muster.cli.console.Columns;
import dev.muster.cli.console.Console;
import dev.muster.cli.console.Json;
import dev.muster.sim.experiment.Finding.ClaimVerdict;
import dev.muster.sim.experiment.PaperClaim;
import dev.muster.sim.experiment.PaperClaim.ClaimPart;
import dev.muster.sim.experiment.PaperClaim.ClaimRun;
import dev.muster.sim.experiment.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Shows claims beside what was measured: a row for each part of a claim. */
final class ClaimsView {

  private static final String UNKNOWN = "-";

  /** A claim, and what came of one part of it. */
  private record ClaimRow(PaperClaim claim, ClaimPart part) {

    boolean isMeasured() {
      return Double.isFinite(part.finding().measured());
    }

    /** What was measured, what is to be known of it, and how to run it again. */
    String note() {
      List<String> said = new ArrayList<>();
      said.add(part.finding().what());
      said.add(part.finding().doubt());
      said.add(claim.note());
      claim.runs().stream().map(ClaimRun::command).forEach(said::add);
      return said.stream().filter(each -> !each.isEmpty()).collect(Collectors.joining("; "));
    }

    List<String> cells() {
      var finding = part.finding();
      return List.of(
          finding.id(),
          Parameter.plain(finding.paper()) + " " + finding.unit(),
          isMeasured() ? Parameter.plain(finding.measured()) : UNKNOWN,
          finding.rule().isEmpty() ? UNKNOWN : finding.rule(),
          isMeasured() ? ExperimentView.words(finding.verdict()) : "not measured",
          isMeasured() ? Long.toString(part.seed()) : UNKNOWN,
          isMeasured() ? String.format(Locale.ROOT, "%.0f s", part.wallSeconds()) : UNKNOWN,
          finding.what());
    }

    JsonObject json() {
      var finding = part.finding();
      var row = new JsonObject();
      row.addProperty("id", finding.id());
      row.add("paper", Json.tree(finding.paper()));
      row.add("measured", isMeasured() ? Json.tree(finding.measured()) : JsonNull.INSTANCE);
      row.addProperty("unit", finding.unit());
      row.addProperty("rule", finding.rule());
      boolean judged = finding.verdict() != ClaimVerdict.REPORTED;
      row.add("reproduced", judged ? Json.tree(finding.isReproduced()) : JsonNull.INSTANCE);
      row.addProperty("note", note());
      row.add("seed", isMeasured() ? Json.tree(part.seed()) : JsonNull.INSTANCE);
      row.add("wallSeconds", Json.tree(part.wallSeconds()));
      return row;
    }
  }

  private final Console console;
  private final List<ClaimRow> rows = new ArrayList<>();

  ClaimsView(Console console) {
    this.console = console;
  }

  void add(PaperClaim claim, List<ClaimPart> parts) {
    parts.forEach(part -> rows.add(new ClaimRow(claim, part)));
  }

  void printJson() {
    var array = new JsonArray();
    rows.forEach(row -> array.add(row.json()));
    console.out().println(array); // with its nulls, which other answers leave out
  }

  /** The table, and below it what stands behind each claim. */
  void printTable() {
    List<List<String>> cells = new ArrayList<>();
    cells.add(List.of("id", "paper", "here", "rule", "verdict", "seed", "time", "what"));
    rows.forEach(row -> cells.add(row.cells()));
    Columns.ofWords(cells).forEach(console.out()::println);
    console.out().println();
    for (var claim : rows.stream().map(ClaimRow::claim).distinct().toList()) {
      var behind = claim.runs().stream().map(ClaimRun::command).toList();
      var note = claim.note().isEmpty() ? "" : " (" + claim.note() + ")";
      console.out().println(claim.id() + ": " + String.join("; ", behind) + note);
    }
    long judged = count(ClaimVerdict.REPRODUCED) + count(ClaimVerdict.NOT_REPRODUCED);
    console
        .out()
        .printf(
            Locale.ROOT,
            "%d of %d parts that are judged are reproduced%n",
            count(ClaimVerdict.REPRODUCED),
            judged);
  }

  private long count(ClaimVerdict verdict) {
    return rows.stream().filter(row -> row.part.finding().verdict() == verdict).count();
  }
}
