package dev.muster.cli.bench;

import dev.muster.bench.FunctionsBench;
import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "functions",
    description =
        "Calls a function that does nothing on a warm executor, over the local socket: one "
            + "call after the other, many at once, with results kept as files, and as the tasks of "
            + "a job, which adds all of the scheduling.",
    mixinStandardHelpOptions = true)
final class BenchFunctionsCommand extends MeasuringCommand {

  @Option(
      names = "--calls",
      paramLabel = "N",
      description = "Calls of each kind (default: ${DEFAULT-VALUE}).")
  private int calls = 100_000;

  @Option(
      names = "--outstanding",
      paramLabel = "N",
      description = "Calls at once where there are many (default: ${DEFAULT-VALUE}).")
  private int outstanding = 128;

  BenchFunctionsCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws Exception {
    if (calls < 1 || outstanding < 1) {
      throw new BadInputException("--calls and --outstanding must be at least 1");
    }
    var result = FunctionsBench.run(calls, outstanding);
    return print(result, result.lines());
  }
}
