package dev.muster.cli.sim;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.option.Bounds;
import dev.muster.sim.experiment.ExperimentReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Runs an experiment and shows what came of it. */
final class ExperimentAnswer {

  private static final String DRAWING = ".svg";

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
    var run = checked(name, settings);
    var report = run.report();
    show(report);
    return plot == null ? ExitCode.DONE : draw(new Plot(report, run.horizontal()), plot);
  }

  /** The answer is there by now, so that a figure that is not goes to standard error alone. */
  private int draw(Plot figure, Path file) {
    try {
      figure.write(file);
      return ExitCode.DONE;
    } catch (BadInputException e) {
      console.complain(e.why());
      return ExitCode.USAGE;
    }
  }

  private ExperimentRun checked(String name, List<String> settings) throws BadInputException {
    if (plot != null) {
      mustBeDrawing(plot);
      Bounds.writable("--plot", plot);
    }
    var run = new ExperimentRun(console, name, settings);
    if (plot != null && run.horizontal().isEmpty()) {
      throw new BadInputException(
          "--plot: %s has a table and no figure; leave it out".formatted(name));
    }
    return run;
  }

  private static void mustBeDrawing(Path file) throws BadInputException {
    if (!file.toString().toLowerCase(Locale.ROOT).endsWith(DRAWING)) {
      throw new BadInputException(
          "--plot must be a file whose name ends in %s, which is all that is drawn, not `%s`"
              .formatted(DRAWING, file));
    }
  }

  private void show(ExperimentReport report) {
    var view = new ExperimentView(console);
    if (json) {
      view.reportAsJson(report);
    } else {
      view.report(report);
    }
  }
}
