package dev.muster.cli.bench;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.option.FormatOption;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A benchmark as a command: measures, then prints one result for people or for programs. */
abstract class MeasuringCommand implements Callable<Integer> {

  @Mixin private FormatOption format = new FormatOption();

  private final Console console;

  MeasuringCommand(Console console) {
    this.console = console;
  }

  static void require(boolean sound, String option, int most) throws BadInputException {
    if (!sound) {
      throw new BadInputException(option + " must be more than nothing and at most " + most);
    }
  }

  final int print(Object result, List<String> lines) {
    return format.print(console, result, lines);
  }
}
