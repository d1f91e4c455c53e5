package dev.muster.sim.experiment.parsync;

/**
 * Conflicts and delays in the two halves of the time between synchronisations, by when transactions
 * are judged.
 */
final class Halves implements Tape {

  private static final int HALVES = 2;

  private final Setup setup;
  private final long fromNs;
  private final long untilNs;
  private final long[] tried = new long[HALVES];
  private final long[] refused = new long[HALVES];
  private final double[] delayNs = new double[HALVES];

  /** Only what is judged between these times counts. */
  Halves(Setup setup, long fromNs, long untilNs) {
    this.setup = setup;
    this.fromNs = fromNs;
    this.untilNs = untilNs;
  }

  @Override
  public void judged(Round round) {
    if (round.nowNs() >= fromNs && round.nowNs() < untilNs) {
      long sinceNs = setup.sinceRefreshNs(round.scheduler(), round.nowNs());
      int half = (int) (HALVES * sinceNs / setup.refresh().gapNs());
      tried[half] += round.tried();
      refused[half] += round.refused();
      delayNs[half] += (double) round.delayNs() * round.accepted();
    }
  }

  /** The share of claims that were refused. */
  double conflictRate(int half) {
    return (double) refused[half] / Math.max(1, tried[half]);
  }

  /** The share of the tasks' delays, summed up. */
  double delayShare(int half) {
    return meanDelayNs(half) / Math.max(1, meanDelayNs(0) + meanDelayNs(1));
  }

  private double meanDelayNs(int half) {
    return delayNs[half] / Math.max(1, tried[half] - refused[half]);
  }
}
