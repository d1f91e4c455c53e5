package dev.muster.cli;

import dev.muster.bench.CommitBench;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "commit",
    description = {
      "Measures how many tasks a second schedulers place and commit on one cell, how often they",
      "conflict, and what a task costs as the cell grows."
    },
    mixinStandardHelpOptions = true)
final class BenchCommitCommand implements Callable<Integer> {

  private static final int MOST_MACHINES = 1_000_000;
  private static final int MOST_SCHEDULERS = 256;
  private static final int MOST_IN_BATCH = 100_000;

  @Option(
      names = "--machines",
      paramLabel = "N",
      description = "Machines of the cell, 4 tasks each (default: ${DEFAULT-VALUE}).")
  private int machines = 100_000;

  @Option(
      names = "--schedulers",
      paramLabel = "N",
      split = ",",
      description = "Scheduler threads, one run each (default: ${DEFAULT-VALUE}).")
  private List<Integer> schedulers = List.of(1, 2, 4, 8);

  @Option(
      names = "--full",
      paramLabel = "PART",
      split = ",",
      description = "How full the cell is, one run each (default: ${DEFAULT-VALUE}).")
  private List<Double> full = List.of(0.6, 0.9, 0.97);

  @Option(
      names = "--sizes",
      paramLabel = "N",
      split = ",",
      description = "Cells in which to take the cost of a task (default: ${DEFAULT-VALUE}).")
  private List<Integer> sizes = List.of(1_000, 10_000, 100_000, 1_000_000);

  @Option(
      names = "--batch",
      paramLabel = "N",
      description = "Tasks of a transaction (default: ${DEFAULT-VALUE}).")
  private int batch = 100;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "How long to measure each (default: ${DEFAULT-VALUE}).")
  private double seconds = 2;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description = "The source of all chance (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Mixin private FormatOption format = new FormatOption();

  private final Console console;

  BenchCommitCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws BadInputException {
    check();
    var result =
        CommitBench.run(
            new CommitBench.Plan(machines, batch, schedulers, full, sizes, seconds, seed));
    if (format.isJson()) {
      Json.print(console, result);
    } else {
      result.lines().forEach(console.out()::println);
    }
    return ExitCode.DONE;
  }

  private void check() throws BadInputException {
    require("--machines", within(machines, MOST_MACHINES), MOST_MACHINES);
    require("--batch", within(batch, MOST_IN_BATCH), MOST_IN_BATCH);
    for (int count : schedulers) {
      require("--schedulers", within(count, MOST_SCHEDULERS), MOST_SCHEDULERS);
    }
    for (int size : sizes) {
      require("--sizes", within(size, MOST_MACHINES), MOST_MACHINES);
    }
    if (!full.stream().allMatch(part -> part > 0 && part <= 1)) {
      throw new BadInputException("--full must be above 0 and at most 1");
    }
    if (!(seconds > 0)) {
      throw new BadInputException("--seconds must be above 0");
    }
  }

  private static boolean within(int value, int most) {
    return value >= 1 && value <= most;
  }

  private static void require(String option, boolean holds, int most) throws BadInputException {
    if (!holds) {
      throw new BadInputException(option + " must be between 1 and " + most);
    }
  }
}
