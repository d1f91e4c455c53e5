package dev.muster.cli.bench;

import dev.muster.bench.NodeBench;
import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.option.SeedOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "node",
    description =
        "Measures what one node gets through: modelled tasks taken in, started and ended a "
            + "second, and how long it takes to predict its waits.",
    mixinStandardHelpOptions = true)
final class BenchNodeCommand extends MeasuringCommand {

  @Option(
      names = "--running",
      paramLabel = "N",
      description = "Tasks that run all the time (default: ${DEFAULT-VALUE}).")
  private int running = 100;

  @Option(
      names = "--queued",
      paramLabel = "N",
      description = "Tasks in the queue all the time (default: ${DEFAULT-VALUE}).")
  private int queued = 1_000;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      description = "Tasks to measure (default: ${DEFAULT-VALUE}).")
  private long tasks = 2_000_000;

  @Mixin private SeedOption seed = new SeedOption();

  BenchNodeCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws BadInputException {
    if (running < 1 || queued < 0 || tasks < 1) {
      throw new BadInputException("--running and --tasks must be at least 1, --queued at least 0");
    }
    var result = NodeBench.run(running, queued, tasks, seed.seed());
    return print(result, result.lines());
  }
}
