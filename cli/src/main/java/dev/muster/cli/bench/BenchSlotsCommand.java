package dev.muster.cli.bench;

import dev.muster.bench.SlotsBench;
import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.option.Bounds;
import dev.muster.cli.option.SeedOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "slots",
    description =
        "Measures what a task costs the simulator in a very large cell of one-slot machines "
            + "whose state several schedulers share.",
    mixinStandardHelpOptions = true)
final class BenchSlotsCommand extends MeasuringCommand {

  private static final int MOST_SLOTS = 1_000_000;
  private static final int MOST_SCHEDULERS = 256;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description = "How jobs get room: partitioned or shared (default: ${DEFAULT-VALUE}).")
  private String policy = "partitioned";

  @Option(
      names = "--slots",
      paramLabel = "N",
      description = "Machines of the cell, one task each (default: ${DEFAULT-VALUE}).")
  private int slots = 200_000;

  @Option(
      names = "--schedulers",
      paramLabel = "N",
      description = "Schedulers of the cell (default: ${DEFAULT-VALUE}).")
  private int schedulers = 20;

  @Option(
      names = "--load",
      paramLabel = "PART",
      description = "How much of the cell is busy (default: ${DEFAULT-VALUE}).")
  private double load = 0.8;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "Seconds of virtual time to measure (default: ${DEFAULT-VALUE}).")
  private double seconds = 20;

  @Option(names = "--kinds", description = "Count the events of each kind as well.")
  private boolean kinds;

  @Mixin private SeedOption seed = new SeedOption();

  BenchSlotsCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws BadInputException {
    check();
    var plan =
        new SlotsBench.SlotsPlan(policy, slots, schedulers, load, seconds, kinds, seed.seed());
    var result = SlotsBench.run(plan);
    return print(result, result.lines());
  }

  private void check() throws BadInputException {
    if (!policy.equals("partitioned") && !policy.equals("shared")) {
      throw new BadInputException("--policy must be partitioned or shared, not `" + policy + "`");
    }
    Bounds.within("--slots", slots, MOST_SLOTS);
    Bounds.within("--schedulers", schedulers, MOST_SCHEDULERS);
    if (!(load > 0 && load < 1)) {
      throw new BadInputException("--load must be above 0 and below 1");
    }
    Bounds.positive("--seconds", seconds);
  }
}
