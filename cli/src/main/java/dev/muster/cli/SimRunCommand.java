package dev.muster.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    description = "Runs an experiment; the same seed and settings give the same trace anywhere.",
    mixinStandardHelpOptions = true)
final class SimRunCommand implements Callable<Integer> {

  @Parameters(paramLabel = "EXPERIMENT", description = "As `muster sim list` has it.")
  private String name = "";

  @Option(
      names = "--set",
      split = ",",
      paramLabel = "NAME=VALUE",
      description = "Other values than the defaults, as in nodes=2000,load=0.9.")
  private List<String> settings = List.of();

  @Mixin private FormatOption format = new FormatOption();

  private final Console console;

  SimRunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws BadInputException {
    var report = new ExperimentRun(console).run(name, settings);
    if (format.isJson()) {
      Json.print(console, report);
    } else {
      new ExperimentView(console).report(report);
    }
    return ExitCode.DONE;
  }
}
