package dev.muster.cli.bench;

import dev.muster.bench.SampledBench;
import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.option.CellOptions;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "sampled",
    description =
        "Submits jobs of ten tasks to a cell whose nodes and long-lived executors are "
            + "processes of their own: at a set rate, for the time from submission to the start of "
            + "each task, and 16 jobs at a time, for the tasks per second and the messages that "
            + "they cost.",
    mixinStandardHelpOptions = true)
final class BenchSampledCommand extends MeasuringCommand {

  private static final int MAX_SECONDS = 3_600;
  private static final double MAX_RATE = 10_000;
  private static final int MAX_TASK_MILLIS = 60_000;
  private static final int MAX_SCHEDULERS = 16;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      converter = CellOptions.NodeCountConverter.class,
      description = "How many processes of nodes (default: ${DEFAULT-VALUE}).")
  private int nodes = 4;

  @Option(
      names = "--schedulers",
      paramLabel = "N",
      description = "How many schedulers share the jobs (default: ${DEFAULT-VALUE}).")
  private int schedulers = 1;

  @Option(
      names = "--rate",
      paramLabel = "JOBS_PER_S",
      description = "The set rate (default: ${DEFAULT-VALUE}).")
  private double rate = 20;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "How long each part lasts (default: ${DEFAULT-VALUE}).")
  private int seconds = 10;

  @Option(
      names = "--task-ms",
      paramLabel = "MS",
      split = ",",
      description = "How long tasks take, one measurement each (default: 0,10,100).")
  private List<Integer> taskMillis = List.of(0, 10, 100);

  BenchSampledCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws Exception {
    check();
    var result =
        SampledBench.run(
            new SampledBench.SampledBenchOptions(nodes, schedulers, rate, seconds, taskMillis));
    return print(result, result.lines());
  }

  private void check() throws BadInputException {
    require(schedulers >= 1 && schedulers <= MAX_SCHEDULERS, "--schedulers", MAX_SCHEDULERS);
    require(rate > 0 && rate <= MAX_RATE, "--rate", (int) MAX_RATE);
    require(seconds >= 1 && seconds <= MAX_SECONDS, "--seconds", MAX_SECONDS);
    for (int each : taskMillis) {
      require(each >= 0 && each <= MAX_TASK_MILLIS, "--task-ms", MAX_TASK_MILLIS);
    }
  }
}
