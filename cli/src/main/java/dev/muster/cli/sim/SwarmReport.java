package dev.muster.cli.sim;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.muster.cli.console.Bar;
import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.console.Json;
import dev.muster.model.text.Quantity;
import dev.muster.sim.drive.NodeMaker;
import dev.muster.sim.swarm.Coverage;
import dev.muster.sim.swarm.Swarm;
import java.util.ArrayList;
import java.util.List;

/** Runs seeds and says which of them broke a promise, and how to see it again. */
public final class SwarmReport {

  private static final String LINE = "%-17s  %-48s  %12s";

  private final Console console;
  private final boolean json;
  private final boolean coverage;

  /**
   * @param coverage whether to say what the seeds reached
   */
  SwarmReport(Console console, boolean json, boolean coverage) {
    this.console = console;
    this.json = json;
    this.coverage = coverage;
  }

  int run(long first, int seeds) {
    var summary = summary(first, seeds);
    if (json) {
      printJson(summary);
    } else {
      if (coverage) {
        reached(summary.coverage().rows()).forEach(console.out()::println);
      }
      summary.failures().forEach(console.out()::println);
      console.out().println(text(summary));
    }
    return summary.failures().isEmpty() ? ExitCode.DONE : ExitCode.JOB_FAILED;
  }

  private Swarm.Summary summary(long first, int seeds) {
    var swarm = new Swarm(NodeMaker.PRODUCTION);
    if (!console.errIsTerminal().getAsBoolean()) {
      return swarm.run(first, seeds, _ -> {});
    }
    try (var bar = new Bar(console.screen(), "seeds", seeds)) {
      return swarm.run(first, seeds, _ -> bar.step());
    }
  }

  public static String text(Swarm.Summary summary) {
    var seeds = Quantity.formatCount(summary.seeds()) + (summary.seeds() == 1 ? " seed" : " seeds");
    var events = Quantity.formatCount(summary.events()) + " events";
    int broken = summary.failures().size();
    if (broken == 0) {
      return seeds + " kept all promises over " + events;
    }
    var least = broken == Swarm.MAX_FAILURES ? "at least " : "";
    return least + broken + " of " + seeds + " broke a promise over " + events;
  }

  /** A line for each thing that occurred, then those that cannot, then those that never did. */
  static List<String> reached(List<Coverage.Reached> rows) {
    List<String> lines = new ArrayList<>();
    lines.add(LINE.formatted("KIND", "NAME", "COUNT"));
    for (var row : rows) {
      if (row.count() > 0) {
        lines.add(
            LINE.formatted(row.kind().label(), row.name(), Quantity.formatCount(row.count())));
      }
    }
    for (var row : rows) {
      if (row.count() == 0 && !row.isMissing()) {
        lines.add("cannot occur: %s %s: %s".formatted(row.kind().label(), row.name(), row.why()));
      }
    }
    var missing = rows.stream().filter(Coverage.Reached::isMissing).toList();
    missing.forEach(
        row -> lines.add("never occurred: %s %s".formatted(row.kind().label(), row.name())));
    long possible = rows.stream().filter(row -> row.why().isEmpty()).count();
    lines.add("%d of %d occurred".formatted(possible - missing.size(), possible));
    return lines;
  }

  private static JsonArray json(List<Coverage.Reached> rows) {
    var array = new JsonArray();
    for (var row : rows) {
      var entry = new JsonObject();
      entry.addProperty("kind", row.kind().label());
      entry.addProperty("name", row.name());
      entry.addProperty("count", row.count());
      if (!row.why().isEmpty()) {
        entry.addProperty("cannotOccur", row.why());
      }
      array.add(entry);
    }
    return array;
  }

  private void printJson(Swarm.Summary summary) {
    var object = new JsonObject();
    object.addProperty("seeds", summary.seeds());
    object.addProperty("events", summary.events());
    var failures = new JsonArray();
    for (var failure : summary.failures()) {
      var entry = new JsonObject();
      entry.addProperty("seed", failure.seed());
      entry.addProperty("atNs", failure.atNs());
      entry.addProperty("event", failure.events());
      entry.addProperty("what", failure.what());
      entry.addProperty("command", failure.command());
      failures.add(entry);
    }
    object.add("failures", failures);
    if (coverage) {
      object.add("coverage", json(summary.coverage().rows()));
    }
    Json.print(console, object);
  }
}
