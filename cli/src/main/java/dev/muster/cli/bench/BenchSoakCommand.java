package dev.muster.cli.bench;

import dev.muster.bench.SoakBench;
import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.option.CellOptions;
import dev.muster.cli.option.SeedOption;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "soak",
    description =
        "Runs jobs on a cell of real processes while nodes and guardians are killed or "
            + "stopped at random, and checks that every job ends as it should, each task on record "
            + "once.",
    mixinStandardHelpOptions = true)
final class BenchSoakCommand extends MeasuringCommand {

  private static final int MAX_SECONDS = 86_400;
  private static final int MAX_JOBS = 1_000;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      converter = CellOptions.NodeCountConverter.class,
      description = "How many nodes, each with a guardian (default: ${DEFAULT-VALUE}).")
  private int nodes = 3;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "How long faults go on (default: ${DEFAULT-VALUE}).")
  private int seconds = 600;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "How many jobs are open at a time (default: ${DEFAULT-VALUE}).")
  private int jobs = 4;

  @Mixin private SeedOption seed = new SeedOption();

  BenchSoakCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws Exception {
    require(seconds >= 1 && seconds <= MAX_SECONDS, "--seconds", MAX_SECONDS);
    require(jobs >= 1 && jobs <= MAX_JOBS, "--jobs", MAX_JOBS);
    var result =
        SoakBench.run(
            new SoakBench.SoakOptions(nodes, Duration.ofSeconds(seconds), jobs, seed.seed()));
    int printed = print(result, result.lines());
    return result.problems().isEmpty() ? printed : ExitCode.JOB_FAILED;
  }
}
