package dev.muster.cli.sim;

import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.option.FormatOption;
import dev.muster.sim.experiment.Experiments;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "list", description = "Lists the experiments.", mixinStandardHelpOptions = true)
final class SimListCommand implements Callable<Integer> {

  @Option(names = "--params", description = "With what can be set about each, and its default.")
  private boolean params;

  @Mixin private FormatOption format = new FormatOption();

  private final Console console;

  SimListCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    var view = new ExperimentView(console);
    if (format.isJson()) {
      view.listAsJson(Experiments.all());
    } else {
      view.list(Experiments.all(), params);
    }
    return ExitCode.DONE;
  }
}
