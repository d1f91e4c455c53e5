package dev.muster.cli.sim;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.option.FormatOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "swarm",
    description = {
      "Runs many small cells, each with other work and other faults drawn from its seed, "
          + "and checks every promise after every event.",
      "Exits with 2 if a seed breaks one."
    },
    mixinStandardHelpOptions = true)
final class SimSwarmCommand implements Callable<Integer> {

  @Option(names = "--first", paramLabel = "SEED", description = "The first seed (default: 1).")
  private long first = 1;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "How many seeds (default: ${DEFAULT-VALUE}).")
  private int seeds = 200;

  @Option(
      names = "--coverage",
      description = "Also prints what the seeds reached, how often, and what they never did.")
  private boolean coverage;

  @Mixin private FormatOption format = new FormatOption();

  private final Console console;

  SimSwarmCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws BadInputException {
    if (seeds < 1) {
      throw new BadInputException("--seeds must be at least 1, not " + seeds);
    }
    if (first > Long.MAX_VALUE - seeds) {
      throw new BadInputException(
          "--first must be at most %d with --seeds %d, not %d"
              .formatted(Long.MAX_VALUE - seeds, seeds, first));
    }
    return new SwarmReport(console, format.isJson(), coverage).run(first, seeds);
  }
}
