package dev.muster.cli.bench;

import dev.muster.bench.SimBench;
import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.option.SeedOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "sim",
    description = "Measures how many events a second the simulator gets through.",
    mixinStandardHelpOptions = true)
final class BenchSimCommand extends MeasuringCommand {

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Nodes of the simulated cell (default: ${DEFAULT-VALUE}).")
  private int nodes = 10_000;

  @Option(
      names = "--events",
      paramLabel = "N",
      description = "Events to measure (default: ${DEFAULT-VALUE}).")
  private long events = 20_000_000;

  @Mixin private SeedOption seed = new SeedOption();

  BenchSimCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws BadInputException {
    if (nodes < 1 || events < 1) {
      throw new BadInputException("--nodes and --events must be at least 1");
    }
    var result = SimBench.run(nodes, events, seed.seed());
    return print(result, result.lines());
  }
}
