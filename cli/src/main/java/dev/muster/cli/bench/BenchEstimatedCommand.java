package dev.muster.cli.bench;

import dev.muster.bench.EstimatedBench;
import dev.muster.bench.EstimatedBench.EstimatedPlan;
import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.option.Bounds;
import dev.muster.cli.option.SeedOption;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "estimated",
    description =
        "Measures the decisions of the policy `estimated` on one thread: candidates, "
            + "estimates, matching, attempts and messages, for every size of a cell and of a batch.",
    mixinStandardHelpOptions = true)
final class BenchEstimatedCommand extends MeasuringCommand {

  private static final int MOST_NODES = 200_000;

  /** Fewer are placed at once, and more not in one round. */
  private static final int FEWEST_TASKS = 100;

  private static final int MOST_TASKS = 1_000;
  private static final int MOST_ROUNDS = 100_000;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      split = ",",
      description = "Nodes of the cell (default: ${DEFAULT-VALUE}).")
  private List<Integer> nodes = List.of(2_000, 20_000);

  @Option(
      names = "--batch",
      paramLabel = "N",
      split = ",",
      description = "Tasks of a batch, 100 to 1,000 (default: ${DEFAULT-VALUE}).")
  private List<Integer> batches = List.of(100, 1_000);

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "Batches of each size, after at least as many to warm up (default: ${DEFAULT-VALUE}).")
  private int rounds = 500;

  @Mixin private SeedOption seed = new SeedOption();

  BenchEstimatedCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws BadInputException {
    for (int count : nodes) {
      Bounds.within("--nodes", count, MOST_NODES);
    }
    for (int count : batches) {
      Bounds.within("--batch", count, MOST_TASKS);
      if (count < FEWEST_TASKS) {
        throw new BadInputException("--batch must be between 100 and 1000");
      }
    }
    Bounds.within("--rounds", rounds, MOST_ROUNDS);
    var result = EstimatedBench.run(new EstimatedPlan(nodes, batches, rounds, seed.seed()));
    return print(result, result.lines());
  }
}
