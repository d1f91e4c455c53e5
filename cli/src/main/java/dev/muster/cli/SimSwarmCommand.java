package dev.muster.cli;

import com.google.gson.Gson;
import dev.muster.sim.drive.NodeMaker;
import dev.muster.sim.swarm.Swarm;
import dev.muster.sim.swarm.SwarmFailure;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "swarm",
    description = {
      "Runs small random cells with random faults, each from its seed, and checks every promise",
      "after every event. Ends with 2 if one was broken, and says how to see it again."
    },
    mixinStandardHelpOptions = true)
final class SimSwarmCommand implements Callable<Integer> {

  /** Beyond it the seeds are better split over several commands. */
  private static final int MAX_SEEDS = 10_000_000;

  private record Answer(
      long first, long seeds, long events, double wallSeconds, List<SwarmFailure> failures) {}

  @Option(names = "--first", description = "The first seed (default: ${DEFAULT-VALUE}).")
  private long first = 1;

  @Option(names = "--seeds", description = "How many seeds (default: ${DEFAULT-VALUE}).")
  private int seeds = 1_000;

  @Mixin private OutputOption output = new OutputOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Console console;

  SimSwarmCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (seeds < 1 || seeds > MAX_SEEDS) {
      throw new ParameterException(
          spec.commandLine(), "--seeds must be from 1 to " + MAX_SEEDS + ", not " + seeds);
    }
    long startNs = System.nanoTime();
    var summary = run();
    double seconds = (System.nanoTime() - startNs) / 1e9;
    switch (output.format()) {
      case text -> print(summary, seconds);
      case json ->
          Json.print(
              console,
              new Gson()
                  .toJsonTree(
                      new Answer(first, seeds, summary.events(), seconds, summary.failures())));
    }
    return summary.failures().isEmpty() ? ExitCode.DONE : ExitCode.JOB_FAILED;
  }

  private Swarm.Summary run() {
    var done = new AtomicInteger();
    try (var bar = ShareBar.on(console, "swarm")) {
      return new Swarm(NodeMaker.PRODUCTION)
          .run(first, seeds, _ -> bar.at((double) done.incrementAndGet() / seeds));
    }
  }

  private void print(Swarm.Summary summary, double seconds) {
    summary.failures().forEach(failure -> console.out().println(failure));
    console
        .out()
        .printf(
            "%,d seeds from %d on: %s (%,d events in %.1f s)%n",
            seeds,
            first,
            summary.failures().isEmpty() ? "every promise kept" : "promises broken",
            summary.events(),
            seconds);
  }
}
