package dev.muster.cli;

import dev.muster.bench.SlotsBench;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "slots",
    description = {
      "Measures what a task costs the simulator in a very large cell of one-slot machines",
      "whose state several schedulers share."
    },
    mixinStandardHelpOptions = true)
final class BenchSlotsCommand implements Callable<Integer> {

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

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description = "The source of all chance (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Mixin private FormatOption format = new FormatOption();

  private final Console console;

  BenchSlotsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws BadInputException {
    check();
    var plan = new SlotsBench.Plan(policy, slots, schedulers, load, seconds, kinds, seed);
    var result = SlotsBench.run(plan);
    if (format.isJson()) {
      Json.print(console, result);
    } else {
      result.lines().forEach(console.out()::println);
    }
    return ExitCode.DONE;
  }

  private void check() throws BadInputException {
    if (!policy.equals("partitioned") && !policy.equals("shared")) {
      throw new BadInputException("--policy must be partitioned or shared, not `" + policy + "`");
    }
    if (slots < 1 || slots > MOST_SLOTS) {
      throw new BadInputException("--slots must be between 1 and " + MOST_SLOTS);
    }
    if (schedulers < 1 || schedulers > MOST_SCHEDULERS) {
      throw new BadInputException("--schedulers must be between 1 and " + MOST_SCHEDULERS);
    }
    if (!(load > 0 && load < 1)) {
      throw new BadInputException("--load must be above 0 and below 1");
    }
    if (!(seconds > 0)) {
      throw new BadInputException("--seconds must be above 0");
    }
  }
}
