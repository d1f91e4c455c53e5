package dev.muster.cli.sim;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.muster.cli.console.Bar;
import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.console.Json;
import dev.muster.model.Quantity;
import dev.muster.sim.drive.NodeMaker;
import dev.muster.sim.swarm.Swarm;

/** Runs seeds and says which of them broke a promise, and how to see it again. */
public final class SwarmReport {

  private final Console console;
  private final boolean json;

  SwarmReport(Console console, boolean json) {
    this.console = console;
    this.json = json;
  }

  int run(long first, int seeds) {
    var summary = summary(first, seeds);
    if (json) {
      printJson(summary);
    } else {
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
    try (var bar = new Bar(console.err(), "seeds", seeds)) {
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

  private void printJson(Swarm.Summary summary) {
    var object = new JsonObject();
    object.addProperty("seeds", summary.seeds());
    object.addProperty("events", summary.events());
    var failures = new JsonArray();
    for (var failure : summary.failures()) {
      var entry = new JsonObject();
      entry.addProperty("seed", failure.seed());
      entry.addProperty("atNs", failure.atNs());
      entry.addProperty("event", failure.event());
      entry.addProperty("what", failure.what());
      entry.addProperty("command", failure.command());
      failures.add(entry);
    }
    object.add("failures", failures);
    Json.print(console, object);
  }
}
