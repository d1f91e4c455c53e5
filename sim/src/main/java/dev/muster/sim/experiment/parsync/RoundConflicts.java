package dev.muster.sim.experiment.parsync;

import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.commit.Refresh;
import dev.muster.core.scheduler.place.commit.Refresh.Order;
import dev.muster.core.scheduler.place.commit.Refresh.Preference;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.parsync.PartitionedCell.ScoreSpread;
import dev.muster.sim.experiment.parsync.ScaledModel.Varied;

/**
 * Sections 4.1 and 5.1: how often schedulers want the same slot, in one round that all begin at the
 * same time, and in the two halves of the time between synchronisations.
 *
 * <p>Of the halves the paper does not say for how many schedulers it found its numbers: see {@link
 * ScaledModel}; nor whether schedulers refresh together ({@code sync}), nor whether a task belongs
 * to the half in which it was submitted or judged ({@code half}). They count after a warm-up; a
 * half's share of the delay is its mean delay over the sum of both.
 */
public final class RoundConflicts {

  private static final String ROUND = "round";
  private static final String GAP = "gap";
  private static final String APART = "apart";
  private static final String SUBMITTED = "submitted";
  private static final double PERCENT = 100;
  private static final double[] PAPER_CONFLICTS = {48, 64};
  private static final double[] PAPER_DELAYS = {23, 76};
  private static final double WARM_UP = 1.0 / 9;

  /** How far from the formula the mean may be, in percent. */
  private static final double ROUND_SLACK = 2;

  private RoundConflicts() {}

  public static void run(Settings settings, Findings findings) {
    Sweep<double[]> sweep = findings.sweep();
    for (double idle : settings.numbers("idle")) {
      sweep.add(ROUND, idle, point -> new double[] {mean(settings, idle, point)});
    }
    for (double times : settings.numbers("a")) {
      sweep.add(GAP, times, point -> gap(settings, (int) times, point));
    }
    var swept = sweep.run();
    double worst = 0;
    for (double idle : settings.numbers("idle")) {
      var round = OneRound.of(settings, idle);
      double mean = swept.at(ROUND, idle).orElseThrow()[0];
      findings.point("rejected in one round", "claims", idle, mean);
      findings.point("rejected in one round, Eq. (2)", "claims", idle, round.expected());
      worst = Math.max(worst, round.off(mean));
    }
    findings.judge(findings.paper("formula").holding(worst <= ROUND_SLACK), worst);
    for (double times : settings.numbers("a")) {
      show((int) times, swept.at(GAP, times).orElseThrow(), findings);
    }
  }

  /** Of how many claims are rejected, over all rounds. */
  private static double mean(Settings settings, double idle, PointRun point) {
    int rounds = settings.whole("rounds");
    double sum = 0;
    for (int count = 0; count < rounds; count++) {
      long seed = settings.seed() * rounds + count;
      sum += OneRound.of(settings, idle).rejected(seed, settings.millisNs("delayMs"), point);
      point.at((count + 1.0) / rounds);
    }
    return sum / rounds;
  }

  /** The percentage of conflicts in each half, then the share of the delay in each. */
  private static double[] gap(Settings settings, int times, PointRun point) {
    var model = ScaledModel.of(settings, Varied.USUAL, times);
    double seconds = settings.number("seconds");
    long endNs = settings.secondsNs("seconds");
    var together = model.cell(Order.WHOLE, settings.number("extra"));
    var cell = settings.text("sync").equals(APART) ? together.refreshingApart() : together;
    boolean bySubmission = settings.text("half").equals(SUBMITTED);
    var halves = PartitionedLedger.halves(cell, Math.round(WARM_UP * endNs), endNs, bySubmission);
    new PartitionedRun(cell, model.flow(seconds), halves).untilPlaced(seconds, point);
    var first = halves.bins().getFirst();
    var second = halves.bins().getLast();
    double sumNs = Math.max(1, first.meanDelayNs() + second.meanDelayNs());
    return new double[] {
      PERCENT * first.conflictRate(),
      PERCENT * second.conflictRate(),
      PERCENT * (first.meanDelayNs() / sumNs),
      PERCENT * (second.meanDelayNs() / sumNs)
    };
  }

  private static void show(int times, double[] percent, Findings findings) {
    for (int half = 0; half < PAPER_CONFLICTS.length; half++) {
      var which = half == 0 ? "first" : "second";
      double conflicts = percent[half];
      double delay = percent[PAPER_CONFLICTS.length + half];
      findings.point("conflicts, %s half".formatted(which), "%", times, conflicts);
      findings.point("share of the delay, %s half".formatted(which), "%", times, delay);
      findings.judge(
          findings.paper("half", "conflict rate", which, times).withPaper(PAPER_CONFLICTS[half]),
          conflicts);
      findings.judge(
          findings.paper("half", "share of the delay", which, times).withPaper(PAPER_DELAYS[half]),
          delay);
    }
  }

  /**
   * Schedulers that all look at the same idle slots, think for as long, and commit at the same
   * time.
   *
   * @param tasks of each
   */
  record OneRound(int schedulers, int tasks, int idle) {

    private static final long GAP_NS = 500_000_000L;
    private static final double ENOUGH_SECONDS = 60;

    static OneRound of(Settings settings, double idle) {
      return new OneRound(settings.whole("schedulers"), settings.whole("tasks"), (int) idle);
    }

    /** Eq. (2): NK − S + S (1 − K/S)^N. Nobody claims more slots than there are. */
    double expected() {
      double claims = Math.min(tasks, idle);
      return schedulers * claims - idle + idle * Math.pow(1 - claims / idle, schedulers);
    }

    /** How far a mean is from that, in percent of it; nothing where nothing is rejected. */
    double off(double mean) {
      double expected = Numbers.rounded(expected());
      return expected == 0 && mean == 0 ? 0 : PERCENT * Math.abs(mean / expected - 1);
    }

    /** How many claims were rejected in the first transaction of each: they are tried again. */
    long rejected(long seed, long delayNs, PointRun point) {
      var refresh = new Refresh(schedulers, GAP_NS, Order.WHOLE, Preference.ANYWHERE, 0, false);
      var think = new ThinkTime(0, ScaledModel.THINK_NS);
      var cell =
          new PartitionedCell(
              seed,
              idle,
              1,
              refresh,
              false,
              think,
              ScoreSpread.NONE,
              TransactionOptions.STANDARD,
              delayNs);
      var run =
          new PartitionedRun(
              cell, JobFlow.once(tasks), PartitionedLedger.firstTransactions(schedulers));
      return run.partUntilPlaced(ENOUGH_SECONDS, point).total().rejected();
    }
  }
}
