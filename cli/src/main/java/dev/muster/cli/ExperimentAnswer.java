package dev.muster.cli;

import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.ExperimentReport;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs an experiment and shows what came of it; as JSON also why nothing could. */
final class ExperimentAnswer {

  private final Console console;
  private final boolean json;
  private final @Nullable Path plot;

  /**
   * @param plot the file to draw the figure into, if any
   */
  ExperimentAnswer(Console console, boolean json, @Nullable Path plot) {
    this.console = console;
    this.json = json;
    this.plot = plot;
  }

  /** The exit code. */
  int to(String name, List<String> settings) throws BadInputException {
    ExperimentRun run;
    ExperimentReport report;
    try {
      run = checked(name, settings);
      report = run.report();
    } catch (BadInputException | ExperimentFailed e) {
      if (!json) {
        throw e;
      }
      return new JsonView(console).unreadable(String.valueOf(e.getMessage()));
    }
    show(report);
    if (plot != null) {
      new Plot(report, run.horizontal()).write(plot);
    }
    return ExitCode.DONE;
  }

  private ExperimentRun checked(String name, List<String> settings) throws BadInputException {
    if (plot != null) {
      Bounds.writable("--plot", plot);
    }
    return new ExperimentRun(console, name, settings);
  }

  private void show(ExperimentReport report) {
    if (json) {
      Json.print(console, Json.unwrap(report, "groups"));
    } else {
      new ExperimentView(console).report(report);
    }
  }
}
