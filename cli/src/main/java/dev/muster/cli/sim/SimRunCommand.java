package dev.muster.cli.sim;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.option.FormatOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    description = {
      "Runs an experiment; the same seed and settings give the same trace anywhere.",
      "Why a single task is placed where it is, `sim replay --explain` says."
    },
    mixinStandardHelpOptions = true)
final class SimRunCommand implements Callable<Integer> {

  @Parameters(paramLabel = "EXPERIMENT", description = "As `muster sim list` has it.")
  private String name = "";

  @Option(
      names = "--set",
      split = ",",
      paramLabel = "NAME=VALUE",
      description =
          "Other values than the defaults, as in nodes=2000,load=0.9; several values for one "
              + "point each as in load=0.5:0.9.")
  private List<String> settings = List.of();

  @Option(
      names = "--plot",
      paramLabel = "FILE.svg",
      description = "Draws the figure into this file as well.")
  private @Nullable Path plot;

  @Mixin private FormatOption format = new FormatOption();

  private final Console console;

  SimRunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws BadInputException {
    return new ExperimentAnswer(console, format.isJson(), plot).to(name, settings);
  }
}
