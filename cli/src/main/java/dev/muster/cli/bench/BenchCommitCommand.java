package dev.muster.cli.bench;

import dev.muster.bench.CommitBench;
import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.option.Bounds;
import dev.muster.cli.option.SeedOption;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "commit",
    description = {
      "Measures how many tasks a second schedulers place and commit on one cell, how often "
          + "they conflict, and what a task costs as the cell grows.",
      "The aims: 1,000,000 tasks/s on 100,000 machines at 60%% full, and a cost that at "
          + "most doubles from 1,000 to 1,000,000 machines."
    },
    mixinStandardHelpOptions = true)
final class BenchCommitCommand extends MeasuringCommand {

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
      description = "How long to measure each, in nine rounds (default: ${DEFAULT-VALUE}).")
  private double seconds = 4;

  @Mixin private SeedOption seed = new SeedOption();

  BenchCommitCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws BadInputException {
    check();
    var plan =
        new CommitBench.CommitPlan(machines, batch, schedulers, full, sizes, seconds, seed.seed());
    var result = CommitBench.run(plan);
    return print(result, result.lines());
  }

  private void check() throws BadInputException {
    Bounds.within("--machines", machines, MOST_MACHINES);
    Bounds.within("--batch", batch, MOST_IN_BATCH);
    for (int count : schedulers) {
      Bounds.within("--schedulers", count, MOST_SCHEDULERS);
    }
    for (int size : sizes) {
      Bounds.within("--sizes", size, MOST_MACHINES);
    }
    if (!full.stream().allMatch(part -> part > 0 && part <= 1)) {
      throw new BadInputException("--full must be above 0 and at most 1");
    }
    Bounds.positive("--seconds", seconds);
  }
}
