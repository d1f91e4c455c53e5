package dev.muster.sim.experiment.parsync;

import dev.muster.core.scheduler.place.commit.Refresh.Order;
import dev.muster.sim.experiment.AllCores;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Figures 2 and 3: how many slots beyond those that the work needs must there be, so that
 * schedulers that get in each other's way are not much behind?
 *
 * <p>Found by bisection: the least number with which 90 s of work have room within 99 s. Slots are
 * given in the paper's size. Whole: each scheduler refreshes all of its copy once in a gap. Parts:
 * a part at a time, each another (DiffSyn) or all the same (SameSyn), with as many partitions as
 * schedulers, and machines chosen wherever they are.
 */
public final class Slots implements Experiment {

  private static final String WHOLE = "whole";
  private static final String PARTS = "parts";

  /** What a bisection comes to. */
  record Found(double extra, List<Ledger.Cost> costs) {}

  /** One of the things that are varied, and its value as the paper has it. */
  private record Varied(
      String name, double usual, BiFunction<Model, Double, Model> change, boolean grows) {}

  private static final List<Varied> VARIED =
      List.of(
          new Varied("rate", Model.RATE, Model::withRate, true),
          new Varied("gap", Model.GAP_SECONDS, Model::withGap, true),
          new Varied("variance", Model.VARIANCE, Model::withVariance, true),
          new Varied(
              "partitions", 1, (model, count) -> model.withPartitions(count.intValue()), false));

  @Override
  public String name() {
    return "parsync/slots";
  }

  @Override
  public String about() {
    return "P2, P4: extra slots that schedulers need because they are in each other's way";
  }

  @Override
  public String horizontal() {
    return "value of what is varied";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.choice("sync", WHOLE, List.of(WHOLE, PARTS), "how copies are refreshed"),
        Parameter.numbers(
            "rate", new double[] {20_000, 40_000, 60_000}, 1_000, 1e6, "tasks per second"),
        Parameter.numbers("gap", new double[] {0.25, 0.5, 1}, 0.01, 10, "seconds"),
        Parameter.numbers("variance", new double[] {2, 16}, 0, 100, "of scores"),
        Parameter.numbers("partitions", new double[] {1, 16}, 1, 1_000, "of the cell, if whole"),
        Parameter.numbers("a", new double[] {2, 4, 8}, 1, 100, "ten schedulers times this"),
        Parameter.number("most", 100_000, 1_000, 1e6, "slots beyond which none are tried"),
        Parameter.number("step", 2_000, 10, 1e5, "how exactly it is found"),
        Parameter.number("seconds", 90, 1, 1e5, "how long there is new work"),
        Model.scale(0.01),
        Model.delayMs(),
        Parameter.seed());
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    var ledger = new Ledger();
    boolean whole = settings.text("sync").equals(WHOLE);
    Map<String, SlotsLine> lines = new LinkedHashMap<>();
    List<AllCores.Part<Found>> runs = new ArrayList<>();
    for (var order : whole ? List.of(Order.WHOLE) : List.of(Order.OWN, Order.SAME)) {
      for (var varied : VARIED) {
        for (double times : whole || varied.grows ? settings.numbers("a") : List.<Double>of()) {
          add(settings, order, (int) times, varied, lines, runs);
        }
      }
    }
    var found = new AllCores().run(runs, progress);
    lines.values().forEach(line -> line.read(found, ledger));
    SlotsRules.judge(List.copyOf(lines.values()), whole, settings.number("step"), ledger);
    return ledger.report(this, settings);
  }

  private static void add(
      Settings settings,
      Order order,
      int times,
      Varied varied,
      Map<String, SlotsLine> lines,
      List<AllCores.Part<Found>> runs) {
    var line = new SlotsLine(order, times, varied.name, varied.grows);
    lines.put(line.label(), line);
    for (double value : settings.numbers(varied.name)) {
      var model = varied.change.apply(Model.of(settings, times), value);
      var parted = order == Order.WHOLE ? model : model.withPartitions(model.schedulers());
      line.add(value, Numbers.same(value, varied.usual), runs.size());
      runs.add(progress -> bisect(settings, order, parted, progress));
    }
  }

  /** If even the most are not enough, the answer is the most. */
  private static Found bisect(Settings settings, Order order, Model model, Progress progress) {
    List<Ledger.Cost> costs = new ArrayList<>();
    double seconds = settings.number("seconds");
    double step = settings.number("step");
    double low = -step;
    double high = settings.number("most");
    while (high - low > step) {
      double middle = low + Math.ceil((high - low) / 2 / step) * step;
      if (middle >= high) {
        break;
      }
      var run = new Run(model.setup(order, middle), model.flow(seconds), Tape.NONE);
      boolean enough = run.untilPlaced(1.1 * seconds, _ -> {});
      costs.add(Ledger.Cost.of(run));
      high = enough ? middle : high;
      low = enough ? low : middle;
      progress.at(1 - (high - low) / (settings.number("most") + step));
    }
    progress.at(1);
    return new Found(high, costs);
  }
}
