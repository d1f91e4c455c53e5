package dev.muster.cli;

import com.google.gson.Gson;
import dev.muster.bench.LaunchBench;
import dev.muster.bench.SimBench;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "bench",
    description = "Measures what Muster costs on this machine.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
final class BenchCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Console console;

  BenchCommand(Console console) {
    this.console = console;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing required subcommand");
  }

  @Command(
      name = "launch",
      description = {
        "Starts `true` many times, as jobs on an embedded cell and in a bare loop, in turns.",
        "Only the ratio of the two rates means anything on a machine with other work."
      },
      mixinStandardHelpOptions = true)
  int launch(
      @Option(names = "--tasks", defaultValue = "2500", description = "Tasks per round.") int tasks,
      @Option(names = "--rounds", defaultValue = "4", description = "Rounds.") int rounds,
      @Option(names = "--threads", defaultValue = "8", description = "Tasks at once.") int threads,
      @Mixin OutputOption output)
      throws IOException, InterruptedException {
    var result =
        LaunchBench.run(
            positive("--tasks", tasks),
            positive("--rounds", rounds),
            positive("--threads", threads));
    switch (output.format()) {
      case text ->
          console
              .out()
              .printf(
                  "cell %.0f tasks/s, bare loop %.0f/s, ratio %.2f%n",
                  result.tasksPerSecond(), result.rawPerSecond(), result.ratio());
      case json -> Json.print(console, new Gson().toJsonTree(result));
    }
    return ExitCode.DONE;
  }

  @Command(
      name = "sim",
      description = "Counts the events per second of the virtual-time driver.",
      mixinStandardHelpOptions = true)
  int sim(
      @Option(names = "--nodes", defaultValue = "10000", description = "Nodes.") int nodes,
      @Option(names = "--events", defaultValue = "20000000", description = "Events.") long events,
      @Option(names = "--seed", defaultValue = "1", description = "Seed.") long seed,
      @Mixin OutputOption output) {
    var result =
        SimBench.run(positive("--nodes", nodes), Math.max(1, events), seed);
    switch (output.format()) {
      case text ->
          console
              .out()
              .printf(
                  "%,.0f events/s (%,.0f per cpu second), %,.0f tasks/s, %.1f bytes/event%n",
                  result.eventsPerSecond(),
                  result.eventsPerCpuSecond(),
                  result.tasksPerSecond(),
                  result.bytesPerEvent());
      case json -> Json.print(console, new Gson().toJsonTree(result));
    }
    return ExitCode.DONE;
  }

  private int positive(String option, int value) {
    if (value < 1) {
      throw new ParameterException(spec.commandLine(), option + " must be at least 1: " + value);
    }
    return value;
  }
}
