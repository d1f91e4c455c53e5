package dev.muster.sim.experiment.parsync;

import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.sim.drive.Simulation;
import dev.muster.sim.experiment.AllCores;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.parsync.Flow.Phase;
import dev.muster.workload.Distribution;
import java.util.ArrayList;
import java.util.List;

/**
 * Figure 4: two groups of schedulers, both at two thirds of what they can do, then A at all of it,
 * then both.
 *
 * <p>Chosen: ten schedulers, every other one in A, ten partitions, and batches of 100 tasks. All
 * that a scheduler can do is to think of one batch after the other, each of which it must commit
 * before the next: with 0.25 ms for a task and 0.4 ms for a commit, 98.4% of 4,000 tasks a second,
 * which fill 98.4% of the 200,000 slots.
 */
public final class Groups implements Experiment {

  private static final int SCHEDULERS = 10;
  private static final int A = 0;
  private static final double MEDIAN = 50;
  private static final double LOW = 10;
  private static final double HIGH = 90;
  private static final double SOME = 2.0 / 3;

  /** How far above the bound the median may be. */
  private static final double SLACK = 1.1;

  @Override
  public String name() {
    return "parsync/groups";
  }

  @Override
  public String about() {
    return "P5: delay and scores of two groups of schedulers as first one, then both are loaded";
  }

  @Override
  public String horizontal() {
    return "seconds";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.choice("strategy", "all", Strategy.words(), "how machines are chosen"),
        Parameter.number("tau", 1.5, 0.001, 1e3, "bound of the adaptive strategy, in seconds"),
        Parameter.number("phaseSeconds", 30, 1, 1e4, "length of each of the three phases"),
        Parameter.number("gap", Model.GAP_SECONDS, 0.01, 10, "seconds between synchronisations"),
        Parameter.number("variance", Model.VARIANCE, 0, 100, "of scores"),
        Parameter.number("extra", 0, 0, 1e6, "slots beyond 200,000, in the paper's size"),
        Parameter.whole("partitions", SCHEDULERS, 1, 1_000, "of the cell"),
        Parameter.number("full", 1, 0.01, 2, "full load, over all that a scheduler can do"),
        Parameter.whole("batch", 100, 1, 10_000, "tasks, in the paper's size"),
        Model.scale(0.1),
        Model.delayMs(),
        Parameter.seed());
  }

  private record Shown(Strategy strategy, Curves curves, Ledger.Cost cost) {}

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    var ledger = new Ledger();
    var strategies = Strategy.named(settings.text("strategy"), List.of(settings.number("tau")));
    List<AllCores.Part<Shown>> runs = new ArrayList<>();
    for (var strategy : strategies) {
      runs.add(part -> run(settings, strategy, part));
    }
    for (var shown : new AllCores().run(runs, progress)) {
      ledger.add(shown.cost);
      for (int group = 0; group < 2; group++) {
        lines(shown, group, ledger);
      }
      if (shown.strategy.isPlain()) {
        judge(settings, shown, ledger);
      }
    }
    return ledger.report(this, settings);
  }

  private static Shown run(Settings settings, Strategy strategy, Progress progress) {
    double scale = settings.number("scale");
    double seconds = 3 * settings.number("phaseSeconds");
    double slots = Model.RATE * Model.TASK_SECONDS + settings.number("extra");
    var setup =
        new Setup(
            settings.seed(),
            Math.toIntExact(Math.round(slots * scale)),
            settings.whole("partitions"),
            strategy.refresh(SCHEDULERS, Math.round(settings.number("gap") * 1e9)),
            false,
            new ThinkTime(0, Model.thinkNs(scale)),
            Setup.Scores.of(settings.number("variance")),
            strategy.terms(),
            Model.delayNs(settings));
    var curves = new Curves(1, seconds, 2, setup.grades());
    var run = new Run(setup, flow(settings), curves);
    run.untilPlaced(seconds, progress);
    return new Shown(strategy, curves, Ledger.Cost.of(run));
  }

  private static Flow flow(Settings settings) {
    double scale = settings.number("scale");
    int batch = (int) Math.max(1, Math.round(settings.whole("batch") * scale));
    long commitNs = 2 * Model.delayNs(settings) + Simulation.COMMIT_NS;
    long batchNs = batch * Model.thinkNs(scale) + commitNs;
    double full = settings.number("full") * batch * 1e9 / batchNs;
    double seconds = settings.number("phaseSeconds");
    var phases =
        List.of(
            new Phase(seconds, List.of(SOME * full, SOME * full)),
            new Phase(seconds, List.of(full, SOME * full)),
            new Phase(seconds, List.of(full, full)));
    return new Flow(phases, batch, 0, new Distribution.Constant(Model.TASK_SECONDS * 1e9), 1);
  }

  private static void lines(Shown shown, int group, Ledger ledger) {
    var bins = shown.curves.bins(group);
    var of = "group %s, %s".formatted(group == A ? "A" : "B", shown.strategy.label());
    for (int at = 0; at < bins.size(); at++) {
      var bin = bins.get(at);
      double x = shown.curves.x(at);
      ledger.point("conflicts of " + of, "claims/s", x, (double) bin.refused());
      for (double percentile : new double[] {MEDIAN, LOW, HIGH}) {
        var p = ", p" + Parameter.plain(percentile);
        ledger.point("delay of " + of + p, "s", x, bin.delay(percentile));
        ledger.point("score of " + of + p, "score", x, bin.score(percentile));
      }
    }
  }

  private static void judge(Settings settings, Shown shown, Ledger ledger) {
    double tau = settings.number("tau");
    var a = shown.curves.bins(A);
    double second = a.get(2 * a.size() / 3 - 1).delay(MEDIAN);
    double last = a.getLast().delay(MEDIAN);
    var label = shown.strategy.label();
    switch (shown.strategy.preference()) {
      case QUALITY ->
          ledger.claim(
              "P5",
              4.7,
              second,
              "s",
              second > SLACK * tau && last > second,
              label
                  + ": median of A at the end of its load alone; reproduced if above 1.1 τ and"
                  + " longer still at the end");
      case LATENCY ->
          ledger.claim(
              "P5",
              0.5,
              second,
              "s",
              second <= tau / 2,
              label + ": median of A at the end of its load alone; reproduced if at most τ / 2");
      case ADAPTIVE -> {
        double worst = worst(shown.curves);
        ledger.claim(
            "P5",
            tau,
            worst,
            "s",
            worst <= SLACK * tau,
            label + ": worst median of both groups; reproduced if at most 1.1 τ");
      }
      case ANYWHERE -> {} // the paper has no such line
    }
  }

  private static double worst(Curves curves) {
    double worst = 0;
    for (int group = 0; group < 2; group++) {
      for (var bin : curves.bins(group)) {
        worst = Math.max(worst, bin.delay(MEDIAN));
      }
    }
    return worst;
  }
}
