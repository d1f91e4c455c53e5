package dev.muster.cli.bench;

import dev.muster.bench.QueuesBench;
import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.option.CellOptions;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "queues",
    description =
        "Runs two queues, guaranteed 70%% and 30%%, on a cell of real processes, and measures "
            + "what each has: both full, one idle, and back; and how fast opportunistic tasks give "
            + "way.",
    mixinStandardHelpOptions = true)
final class BenchQueuesCommand extends MeasuringCommand {

  private static final int MAX_SECONDS = 3_600;
  private static final int MAX_SLOTS = 100;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      converter = CellOptions.NodeCountConverter.class,
      description = "How many nodes (default: ${DEFAULT-VALUE}).")
  private int nodes = 4;

  @Option(
      names = "--slots",
      paramLabel = "N",
      description = "How many tasks each node runs at once (default: ${DEFAULT-VALUE}).")
  private int slots = 5;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "How long both queues are full, by policy (default: ${DEFAULT-VALUE}).")
  private int seconds = 60;

  @Option(
      names = "--reclaim-after",
      paramLabel = "S",
      description = "The grace period of the queues, in seconds (default: ${DEFAULT-VALUE}).")
  private int reclaimAfter = 10;

  BenchQueuesCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws Exception {
    require(slots >= 1 && slots <= MAX_SLOTS, "--slots", MAX_SLOTS);
    require(seconds >= 1 && seconds <= MAX_SECONDS, "--seconds", MAX_SECONDS);
    require(reclaimAfter >= 1 && reclaimAfter <= MAX_SECONDS, "--reclaim-after", MAX_SECONDS);
    var options =
        new QueuesBench.QueuesOptions(nodes, slots, seconds, Duration.ofSeconds(reclaimAfter));
    var result = QueuesBench.run(options);
    int printed = print(result, result.lines());
    return result.holds() ? printed : ExitCode.JOB_FAILED;
  }
}
