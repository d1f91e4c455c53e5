package dev.muster.sim.experiment.sparrow;

/**
 * Table 2: the probability that all m tasks of a job find an idle node at once, in a cell with
 * endlessly many nodes of which a share {@code busy} is busy.
 *
 * <p>Where each node has c cores the paper takes busy to be load^c: all cores of a node are busy,
 * each by itself.
 */
final class ZeroWait {

  private ZeroWait() {}

  static double random(double busy, int tasks) {
    return StrictMath.pow(1 - busy, tasks);
  }

  /** Each task finds an idle node among d of its own. */
  static double perTask(double busy, int d, int tasks) {
    return StrictMath.pow(1 - StrictMath.pow(busy, d), tasks);
  }

  /** At least m of all d · m drawn nodes are idle. */
  static double batch(double busy, int d, int tasks) {
    if (busy == 0) {
      return 1;
    }
    int drawn = d * tasks;
    double sum = 0;
    double logChoose = 0; // of drawn over 0
    for (int idle = 0; idle <= drawn; idle++) {
      if (idle >= tasks) {
        sum +=
            StrictMath.exp(
                logChoose
                    + idle * StrictMath.log(1 - busy)
                    + (drawn - idle) * StrictMath.log(busy));
      }
      logChoose += StrictMath.log((double) (drawn - idle) / (idle + 1));
    }
    return sum;
  }

  static double busy(double load, int cores) {
    return StrictMath.pow(load, cores);
  }
}
