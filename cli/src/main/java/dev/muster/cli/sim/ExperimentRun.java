package dev.muster.cli.sim;

import dev.muster.cli.console.BadInputException;
import dev.muster.cli.console.Bar;
import dev.muster.cli.console.Console;
import dev.muster.model.text.Nearest;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Experiments;
import dev.muster.sim.experiment.Settings;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.Function;

/** One experiment with some settings, from what was typed to its report. */
final class ExperimentRun {

  /** The bar's own resolution; an experiment reports its progress as a fraction. */
  private static final int BAR_STEPS = 1_000;

  private final Console console;
  private final Experiment experiment;
  private final Settings settings;

  ExperimentRun(Console console, String name, List<String> changes) throws BadInputException {
    this.console = console;
    var known = Experiments.named(name).orElse(null);
    if (known == null) {
      throw new BadInputException(unknown(name));
    }
    this.experiment = known;
    try {
      this.settings = Settings.of(experiment, changes);
    } catch (Settings.BadSetting e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
  }

  private static String unknown(String name) {
    var known = Experiments.all().stream().map(Experiment::name).toList();
    var hint = Nearest.hint(name, known).orElse("`muster sim list` has them all");
    return "unknown experiment `" + name + "`; " + hint;
  }

  /** What the horizontal axis of its figure shows. */
  String horizontal() {
    return experiment.horizontal();
  }

  ExperimentReport report() {
    return showing(console, experiment.name(), progress -> experiment.run(settings, progress));
  }

  /** Does work; on a terminal with a bar that has the time left, elsewhere with a line at times. */
  static <T> T showing(Console console, String name, Function<DoubleConsumer, T> work) {
    if (!console.errIsTerminal().getAsBoolean()) {
      return work.apply(new RareLines(console.err(), name, System::nanoTime));
    }
    try (var bar = new Bar(console.screen(), name, BAR_STEPS)) {
      return work.apply(done -> bar.at(Math.round(done * BAR_STEPS), ""));
    }
  }
}
