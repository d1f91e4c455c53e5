package dev.muster.sim.experiment.parsync;

import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.commit.Refresh;
import dev.muster.core.scheduler.place.commit.Refresh.Order;
import dev.muster.core.scheduler.place.commit.Refresh.Preference;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.parsync.PartitionedCell.ScoreSpread;

/**
 * The simulations of Sections 4 and 5, at some scale: slots, rates and batches are that many times
 * the paper's, and a decision takes as many times longer as these are smaller, so that all that
 * matters stays in proportion.
 *
 * <p>The paper has 10 schedulers times A, and 10 batches a second for each. A batch of 100 tasks
 * fits that for A = 4 alone; so batches are of 400 / A tasks at 40,000 a second. As the work
 * begins, the cell is empty.
 *
 * @param times the paper's A
 */
record ScaledModel(long seed, double scale, Varied varied, int times, long delayNs) {

  static final double RATE = 40_000;
  static final double GAP_SECONDS = 0.5;
  static final double VARIANCE = 2;
  static final double TASK_SECONDS = 5;
  static final long THINK_NS = 250_000;

  private static final int SCHEDULERS = 10;
  private static final double BATCHES_PER_SECOND = 10;

  /**
   * What the paper varies.
   *
   * @param rate tasks per second in the paper's size; slots for five seconds of them
   */
  record Varied(double rate, double gapSeconds, double variance, int partitions) {

    static final Varied USUAL = new Varied(RATE, GAP_SECONDS, VARIANCE, 1);
  }

  static ScaledModel of(Settings settings, Varied varied, int times) {
    return new ScaledModel(
        settings.seed(), settings.number("scale"), varied, times, settings.millisNs("delayMs"));
  }

  /** As long as it takes to think about a task, so that the ratios stay. */
  static long thinkNs(double scale) {
    return Math.round(THINK_NS / scale);
  }

  ScaledModel withSeed(long other) {
    return new ScaledModel(other, scale, varied, times, delayNs);
  }

  int schedulers() {
    return SCHEDULERS * times;
  }

  /**
   * @param extra slots beyond those that the work needs, in the paper's size
   */
  PartitionedCell cell(Order order, double extra) {
    long gapNs = Math.round(varied.gapSeconds * 1e9);
    return new PartitionedCell(
        seed,
        Math.toIntExact(Math.round((varied.rate * TASK_SECONDS + extra) * scale)),
        varied.partitions,
        new Refresh(schedulers(), gapNs, order, Preference.ANYWHERE, 0, false),
        false,
        new ThinkTime(0, thinkNs(scale)),
        ScoreSpread.of(varied.variance),
        TransactionOptions.STANDARD,
        delayNs);
  }

  JobFlow flow(double seconds) {
    double each = varied.rate * scale / schedulers();
    int batch = (int) Math.max(1, Math.round(each / BATCHES_PER_SECOND));
    return JobFlow.steady(seconds, each, batch, TASK_SECONDS);
  }
}
