package dev.muster.cli;

import com.google.gson.Gson;
import dev.muster.model.file.Nearest;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Experiments;
import dev.muster.sim.experiment.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    description = "Runs an experiment.",
    mixinStandardHelpOptions = true)
final class SimRunCommand implements Callable<Integer> {

  @Parameters(paramLabel = "EXPERIMENT", description = "Its name; see `muster sim list`.")
  private String name = "";

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      split = ",",
      description = "Sets parameters, as in nodes=2000,load=0.9; see `muster sim list --params`.")
  private List<String> changes = new ArrayList<>();

  @Mixin private OutputOption output = new OutputOption();

  private final Console console;

  SimRunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws BadInputException {
    var experiment = Experiments.named(name).orElseThrow(this::unknown);
    var report = run(experiment);
    switch (output.format()) {
      case text -> print(report);
      case json -> Json.print(console, new Gson().toJsonTree(report));
    }
    return ExitCode.DONE;
  }

  private ExperimentReport run(Experiment experiment) throws BadInputException {
    try (var bar = ShareBar.on(console, experiment.name())) {
      return experiment.run(Settings.of(experiment, changes), bar::at);
    } catch (Settings.BadSetting bad) {
      throw new BadInputException("--set: " + bad.getMessage());
    }
  }

  private BadInputException unknown() {
    var known = Experiments.all().stream().map(Experiment::name).toList();
    return new BadInputException(
        Nearest.to(name, known)
            .map(near -> "no experiment `%s`; did you mean `%s`?".formatted(name, near))
            .orElse("no experiment `%s`; see `muster sim list`".formatted(name)));
  }

  private void print(ExperimentReport report) {
    var out = console.out();
    for (var series : report.series()) {
      out.println(series.name() + " (" + series.unit() + ")");
      for (var point : series.points()) {
        out.printf("    %-8s %12.2f%n", point.at(), point.value());
      }
    }
    for (var claim : report.claims()) {
      out.printf(
          "%s: paper %s, here %s %s: %s%n",
          claim.id(),
          claim.paper(),
          claim.measured(),
          claim.unit(),
          claim.reproduced() ? "reproduced" : "not reproduced, " + claim.note());
    }
    out.printf(
        "seed %d, trace %s: %,d events, %.1f simulated seconds in %.1f s%n",
        report.seed(),
        report.traceHash(),
        report.events(),
        report.simulatedSeconds(),
        report.wallSeconds());
  }
}
