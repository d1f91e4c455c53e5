package dev.muster.sim.experiment.parsync;

import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.commit.Refresh;
import dev.muster.core.scheduler.place.commit.Refresh.Order;
import dev.muster.core.scheduler.place.commit.Refresh.Preference;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;

/**
 * The simulations of Sections 4 and 5, at some scale: slots, rates and batches are that many times
 * the paper's, and a decision takes as many times longer as these are smaller, so that all that
 * matters stays in proportion.
 *
 * <p>The paper has 10 schedulers times A, and 10 batches a second for each. A batch of 100 tasks
 * fits that for A = 4 alone; so batches are of 400 / A tasks at 40,000 a second. As the work
 * begins, the cell is empty.
 *
 * @param rate tasks per second in the paper's size; slots for five seconds of them
 * @param times the paper's A
 */
record Model(
    long seed,
    double scale,
    double rate,
    double gapSeconds,
    double variance,
    int partitions,
    int times,
    long delayNs) {

  static final double RATE = 40_000;
  static final double GAP_SECONDS = 0.5;
  static final double VARIANCE = 2;
  static final double TASK_SECONDS = 5;
  static final long THINK_NS = 250_000;

  private static final int SCHEDULERS = 10;
  private static final double BATCHES_PER_SECOND = 10;

  /** With the paper's defaults. */
  static Model of(Settings settings, int times) {
    return new Model(
        settings.seed(),
        settings.number("scale"),
        RATE,
        GAP_SECONDS,
        VARIANCE,
        1,
        times,
        delayNs(settings));
  }

  static Parameter scale(double value) {
    return Parameter.number(
        "scale", value, 0.001, 4, "slots, rate and batches, in times those of the paper");
  }

  static Parameter delayMs() {
    return Parameter.number("delayMs", 0.1, 0, 1e6, "delay of a message, one way");
  }

  static long delayNs(Settings settings) {
    return Math.round(settings.number("delayMs") * 1e6);
  }

  /** As long as it takes to think about a task, so that the ratios stay. */
  static long thinkNs(double scale) {
    return Math.round(THINK_NS / scale);
  }

  Model withRate(double other) {
    return new Model(seed, scale, other, gapSeconds, variance, partitions, times, delayNs);
  }

  Model withGap(double other) {
    return new Model(seed, scale, rate, other, variance, partitions, times, delayNs);
  }

  Model withVariance(double other) {
    return new Model(seed, scale, rate, gapSeconds, other, partitions, times, delayNs);
  }

  Model withPartitions(int other) {
    return new Model(seed, scale, rate, gapSeconds, variance, other, times, delayNs);
  }

  int schedulers() {
    return SCHEDULERS * times;
  }

  /**
   * @param extra slots beyond those that the work needs, in the paper's size
   */
  Setup setup(Order order, double extra) {
    var refresh =
        new Refresh(
            schedulers(), Math.round(gapSeconds * 1e9), order, Preference.ANYWHERE, 0, false);
    return new Setup(
        seed,
        Math.toIntExact(Math.round((rate * TASK_SECONDS + extra) * scale)),
        partitions,
        refresh,
        false,
        new ThinkTime(0, thinkNs(scale)),
        Setup.Scores.of(variance),
        TransactionOptions.STANDARD,
        delayNs);
  }

  Flow flow(double seconds) {
    double each = rate * scale / schedulers();
    int batch = (int) Math.max(1, Math.round(each / BATCHES_PER_SECOND));
    return Flow.steady(seconds, each, batch, TASK_SECONDS);
  }
}
