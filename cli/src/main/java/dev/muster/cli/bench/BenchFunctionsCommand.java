package dev.muster.cli.bench;

import dev.muster.bench.FunctionsBench;
import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.option.FormatOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "functions",
    description = {
      "Calls a function that does nothing on a warm executor, over the local socket:",
      "one call after the other, many at once, with results kept as files,",
      "and as the tasks of a job, which adds all of the scheduling."
    },
    mixinStandardHelpOptions = true)
final class BenchFunctionsCommand implements Callable<Integer> {

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

  @Mixin private FormatOption format = new FormatOption();

  private final Console console;

  BenchFunctionsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (calls < 1 || outstanding < 1) {
      throw new BadInputException("--calls and --outstanding must be at least 1");
    }
    var result = FunctionsBench.run(calls, outstanding);
    return format.print(console, result, result.lines());
  }
}
