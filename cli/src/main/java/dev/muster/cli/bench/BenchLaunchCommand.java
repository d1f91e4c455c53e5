package dev.muster.cli.bench;

import dev.muster.bench.LaunchBench;
import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "launch",
    description = {
      "Runs `true` many times as a job, and as often in two bare loops, in alternation: one "
          + "of the JDK's own launcher, one of posix_spawn, the least a process can cost.",
      "The ratios of the rates are what starting a task through Muster costs."
    },
    mixinStandardHelpOptions = true)
final class BenchLaunchCommand extends MeasuringCommand {

  @Option(
      names = "--tasks",
      paramLabel = "N",
      description = "Tasks a round (default: ${DEFAULT-VALUE}).")
  private int tasks = 2_000;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds of each kind (default: ${DEFAULT-VALUE}).")
  private int rounds = 5;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Tasks at once (default: as many as there are cpus).")
  private int threads = Runtime.getRuntime().availableProcessors();

  BenchLaunchCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws Exception {
    if (tasks < 1 || rounds < 1 || threads < 1) {
      throw new BadInputException("--tasks, --rounds and --threads must be at least 1");
    }
    var result = LaunchBench.run(tasks, rounds, threads);
    return print(result, result.lines());
  }
}
