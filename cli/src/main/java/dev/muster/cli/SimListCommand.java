package dev.muster.cli;

import com.google.gson.Gson;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.Experiments;
import dev.muster.sim.experiment.Parameter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = "Lists the experiments.",
    mixinStandardHelpOptions = true)
final class SimListCommand implements Callable<Integer> {

  private record Entry(String name, String about, List<Parameter> parameters) {}

  @Option(names = "--params", description = "With their parameters and what they are by default.")
  private boolean parameters;

  @Mixin private OutputOption output = new OutputOption();

  private final Console console;

  SimListCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    switch (output.format()) {
      case text -> Experiments.all().forEach(this::print);
      case json -> {
        var entries =
            Experiments.all().stream()
                .map(one -> new Entry(one.name(), one.about(), shown(one)))
                .toList();
        Json.print(console, new Gson().toJsonTree(entries));
      }
    }
    return ExitCode.DONE;
  }

  private List<Parameter> shown(Experiment experiment) {
    return parameters ? experiment.parameters() : List.of();
  }

  private void print(Experiment experiment) {
    console.out().printf("%-20s %s%n", experiment.name(), experiment.about());
    for (var parameter : shown(experiment)) {
      console
          .out()
          .printf(
              "    %-12s %-12s %s%n",
              parameter.name(), parameter.defaultValue(), parameter.meaning());
    }
  }
}
