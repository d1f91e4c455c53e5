package dev.muster.sim.experiment.parsync;

import dev.muster.core.scheduler.place.commit.Refresh.Order;
import dev.muster.sim.experiment.AllCores;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import java.util.ArrayList;
import java.util.List;

/**
 * Sections 4.1 and 5.1: how often schedulers want the same slot, in one round that all begin at the
 * same time, and in the two halves of the time between synchronisations.
 *
 * <p>Of the halves the paper does not say for how many schedulers it found its numbers: see {@link
 * Model}. Conflicts and delays count in the half in which the cell judges, after a warm-up; a
 * half's share of the delay is its mean delay over the sum of both.
 */
public final class Conflicts implements Experiment {

  private static final String TOGETHER = "together";
  private static final String APART = "apart";
  private static final double PERCENT = 100;
  private static final double ROUND_SLACK = 2;
  private static final double HALF_SLACK = 8;
  private static final double[] PAPER_CONFLICTS = {48, 64};
  private static final double[] PAPER_DELAYS = {23, 76};
  private static final double WARM_UP = 1.0 / 9;

  @Override
  public String name() {
    return "parsync/conflicts";
  }

  @Override
  public String about() {
    return "P1, P3: conflicts of schedulers in one round, and in the two halves of a gap";
  }

  @Override
  public String horizontal() {
    return "idle slots; A";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.whole("schedulers", 20, 1, 1_000, "of the one round"),
        Parameter.whole("tasks", 200, 1, 10_000, "of each scheduler in the one round"),
        Parameter.numbers(
            "idle", new double[] {2_000, 5_000, 10_000}, 1, 1e6, "slots in the round"),
        Parameter.whole("rounds", 50, 1, 1_000, "of which the mean is taken"),
        Parameter.numbers("a", new double[] {1, 2, 4}, 1, 100, "ten schedulers times this"),
        Parameter.number("extra", 15_000, 0, 1e6, "slots beyond those needed, in the paper's size"),
        Parameter.choice(
            "sync", TOGETHER, List.of(TOGETHER, APART), "when schedulers refresh their copies"),
        Parameter.number("seconds", 90, 1, 1e5, "how long there is new work"),
        Model.scale(0.05),
        Model.delayMs(),
        Parameter.seed());
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    var ledger = new Ledger();
    rounds(settings, ledger);
    List<AllCores.Part<Gap>> runs = new ArrayList<>();
    for (double times : settings.numbers("a")) {
      runs.add(part -> gap(settings, (int) times, part));
    }
    new AllCores().run(runs, progress).forEach(gap -> add(gap, ledger));
    return ledger.report(this, settings);
  }

  private static void rounds(Settings settings, Ledger ledger) {
    double worst = 0;
    for (double idle : settings.numbers("idle")) {
      var round = new OneRound(settings.whole("schedulers"), settings.whole("tasks"), (int) idle);
      double sum = 0;
      for (int count = 0; count < settings.whole("rounds"); count++) {
        long seed = settings.seed() * settings.whole("rounds") + count;
        sum += round.refused(seed, Model.delayNs(settings), ledger);
      }
      double mean = sum / settings.whole("rounds");
      ledger.point("refused in one round", "claims", idle, mean);
      ledger.point("refused in one round, Eq. (2)", "claims", idle, round.expected());
      worst = Math.max(worst, round.off(mean));
    }
    ledger.claim(
        "P1",
        0,
        worst,
        "%",
        worst <= ROUND_SLACK,
        "furthest of the mean from Eq. (2); reproduced if within 2%");
  }

  private record Gap(int times, Halves halves, Ledger.Cost cost) {}

  private static Gap gap(Settings settings, int times, Progress progress) {
    var model = Model.of(settings, times);
    double seconds = settings.number("seconds");
    long endNs = Math.round(seconds * 1e9);
    var together = model.setup(Order.WHOLE, settings.number("extra"));
    var setup = settings.text("sync").equals(APART) ? together.refreshingApart() : together;
    var halves = new Halves(setup, Math.round(WARM_UP * endNs), endNs);
    var run = new Run(setup, model.flow(seconds), halves);
    run.untilPlaced(seconds, progress);
    return new Gap(times, halves, Ledger.Cost.of(run));
  }

  private static void add(Gap gap, Ledger ledger) {
    ledger.add(gap.cost);
    for (int half = 0; half < PAPER_CONFLICTS.length; half++) {
      var which = half == 0 ? "first half" : "second half";
      double conflicts = PERCENT * gap.halves.conflictRate(half);
      double delay = PERCENT * gap.halves.delayShare(half);
      ledger.point("conflicts, " + which, "%", gap.times, conflicts);
      ledger.point("share of the delay, " + which, "%", gap.times, delay);
      claim(gap, ledger, PAPER_CONFLICTS[half], conflicts, "conflict rate, " + which);
      claim(gap, ledger, PAPER_DELAYS[half], delay, "share of the delay, " + which);
    }
  }

  private static void claim(Gap gap, Ledger ledger, double paper, double measured, String what) {
    boolean near = Math.abs(measured - paper) <= HALF_SLACK;
    var note = "%s, A=%d; reproduced if within 8 points".formatted(what, gap.times);
    ledger.claim("P3", paper, measured, "%", near, note);
  }
}
