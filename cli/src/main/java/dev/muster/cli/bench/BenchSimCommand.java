package dev.muster.cli.bench;

import dev.muster.bench.SimBench;
import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.option.FormatOption;
import dev.muster.cli.option.SeedOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "sim",
    description = "Measures how many events a second the simulator gets through.",
    mixinStandardHelpOptions = true)
final class BenchSimCommand implements Callable<Integer> {

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

  @Mixin private FormatOption format = new FormatOption();

  private final Console console;

  BenchSimCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws BadInputException {
    if (nodes < 1 || events < 1) {
      throw new BadInputException("--nodes and --events must be at least 1");
    }
    var result = SimBench.run(nodes, events, seed.seed());
    return format.print(console, result, result.lines());
  }
}
