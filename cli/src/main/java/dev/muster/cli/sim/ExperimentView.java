package dev.muster.cli.sim;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.muster.cli.console.Console;
import dev.muster.cli.console.Json;
import dev.muster.model.text.Quantity;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.Finding;
import dev.muster.sim.experiment.Finding.ClaimVerdict;
import dev.muster.sim.experiment.Parameter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Shows experiments and what came of them. */
final class ExperimentView {

  private final Console console;

  ExperimentView(Console console) {
    this.console = console;
  }

  void list(List<Experiment> experiments, boolean withParameters) {
    for (var experiment : experiments) {
      console.out().println(experiment.name() + ": " + experiment.about());
      for (var parameter : withParameters ? experiment.parameters() : List.<Parameter>of()) {
        var setting = parameter.name() + "=" + parameter.defaultValue();
        console.out().printf(Locale.ROOT, "  %-20s %s%n", setting, meaning(parameter));
      }
    }
  }

  private static String meaning(Parameter parameter) {
    return switch (parameter.domain()) {
      case Parameter.Choice(List<String> words) -> listing(parameter, words);
      case Parameter.Subset(List<String> words) -> listing(parameter, words);
      case Parameter.Decimal _,
          Parameter.Whole _,
          Parameter.FileName _,
          Parameter.FolderName _,
          Parameter.OrFile _ ->
          parameter.meaning();
    };
  }

  private static String listing(Parameter parameter, List<String> words) {
    return parameter.meaning() + ": " + String.join(", ", words);
  }

  void listAsJson(List<Experiment> experiments) {
    var array = new JsonArray();
    for (var experiment : experiments) {
      var entry = new JsonObject();
      entry.addProperty("name", experiment.name());
      entry.addProperty("about", experiment.about());
      var parameters = new JsonArray();
      experiment.parameters().forEach(parameter -> parameters.add(json(parameter)));
      entry.add("parameters", parameters);
      array.add(entry);
    }
    Json.print(console, array);
  }

  private static JsonObject json(Parameter parameter) {
    var entry = new JsonObject();
    entry.addProperty("name", parameter.name());
    entry.addProperty("default", parameter.defaultValue());
    describe(parameter.domain(), entry);
    entry.addProperty("meaning", parameter.meaning());
    return entry;
  }

  private static void describe(Parameter.Domain domain, JsonObject entry) {
    switch (domain) {
      case Parameter.Decimal(double least, double most, boolean several) -> {
        entry.addProperty("least", least);
        entry.addProperty("most", most);
        if (several) {
          entry.addProperty("several", true);
        }
      }
      case Parameter.Whole(long least, long most) -> {
        entry.addProperty("least", least);
        entry.addProperty("most", most);
      }
      case Parameter.FileName() -> entry.addProperty("file", true);
      case Parameter.OrFile(var other) -> {
        describe(other, entry);
        entry.addProperty("file", true);
      }
      case Parameter.FolderName() -> entry.addProperty("folder", true);
      case Parameter.Choice(List<String> words) -> entry.add("choices", Json.tree(words));
      case Parameter.Subset(List<String> words) -> {
        entry.add("choices", Json.tree(words));
        entry.addProperty("several", true);
      }
    }
  }

  /**
   * Groups become members of their own; what differs from run to run is but {@code wallSeconds}.
   */
  void reportAsJson(ExperimentReport report) {
    var tree = Json.unwrap(report, "groups");
    tree.add("claims", Json.tree(report.claims().stream().map(ExperimentView::shown).toList()));
    tree.remove("costs");
    if (report.notes().isEmpty()) {
      tree.remove("notes");
    }
    if (report.table().isEmpty()) {
      tree.remove("table");
    }
    Json.print(console, tree);
  }

  /**
   * @param reproduced none where the paper gives nothing to judge by
   */
  private record ShownClaim(
      String id,
      double paper,
      double measured,
      String unit,
      @Nullable Boolean reproduced,
      String note) {}

  private static ShownClaim shown(Finding claim) {
    var reproduced = claim.verdict() == ClaimVerdict.REPORTED ? null : claim.isReproduced();
    return new ShownClaim(
        claim.id(), claim.paper(), claim.measured(), claim.unit(), reproduced, claim.note());
  }

  void report(ExperimentReport report) {
    console.out().println(report.experiment() + ", seed " + report.seed());
    new GroupTable(report.groups()).lines().forEach(line -> console.out().println("  " + line));
    new ContenderTable(report.table()).lines().forEach(line -> console.out().println("  " + line));
    for (var series : report.table().isEmpty() ? report.series() : List.<Series>of()) {
      var points =
          series.points().stream().map(ExperimentView::text).collect(Collectors.joining(", "));
      console.out().println("  " + series.name() + in(series.unit()) + ": " + points);
    }
    for (var claim : report.claims()) {
      console.out().println("  " + text(claim));
    }
    report.notes().forEach(note -> console.out().println("  note: " + note));
    if (!report.costs().isEmpty()) {
      console.out().println("  " + String.join(", ", report.costs()));
    }
    console
        .out()
        .printf(
            Locale.ROOT,
            "%.1f s simulated in %.1f s: %s events, trace hash %s%n",
            report.simulatedSeconds(),
            report.wallSeconds(),
            Quantity.formatCount(report.events()),
            report.traceHash());
  }

  /** As in {@code 0.8: 712 (590 to 901)}. */
  private static String text(ExperimentReport.Mark point) {
    var x = Parameter.plain(point.x()) + ": ";
    return switch (point) {
      case ExperimentReport.Value(_, double value) -> x + Parameter.plain(value);
      case ExperimentReport.Spread(_, double median, double p5, double p95) ->
          x
              + "%s (%s to %s)"
                  .formatted(Parameter.plain(median), Parameter.plain(p5), Parameter.plain(p95));
    };
  }

  private static String text(Finding claim) {
    var verdict = words(claim.verdict());
    return "%s: paper %s %s, here %s: %s %s"
        .formatted(
            claim.id(),
            Parameter.plain(claim.paper()),
            claim.unit(),
            Parameter.plain(claim.measured()),
            verdict,
            claim.note().isEmpty() ? "" : "(" + claim.note() + ")")
        .strip();
  }

  static String words(ClaimVerdict verdict) {
    return switch (verdict) {
      case REPRODUCED -> "reproduced";
      case NOT_REPRODUCED -> "not reproduced";
      case REPORTED -> "reported";
    };
  }

  /** Some units are phrases already. */
  private static String in(String unit) {
    boolean phrase = unit.startsWith("of ") || unit.startsWith("per ");
    return phrase ? " " + unit : " in " + unit;
  }
}
