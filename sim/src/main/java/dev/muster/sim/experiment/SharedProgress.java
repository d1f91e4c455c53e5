package dev.muster.sim.experiment;

/** The progress of several parts that run at the same time, as that of the whole. */
final class SharedProgress {

  /** Told only when it moved by so much: parts report after every job. */
  private static final double STEP = 0.0005;

  private final double[] done;
  private final Experiment.Progress whole;
  private double sum;
  private double told = -1;

  SharedProgress(int parts, Experiment.Progress whole) {
    this.done = new double[parts];
    this.whole = whole;
  }

  Experiment.Progress part(int index) {
    return share -> at(index, share);
  }

  private synchronized void at(int index, double share) {
    if (Thread.currentThread().isInterrupted()) {
      throw new ExperimentFailed("another part of the experiment failed");
    }
    sum += share - done[index];
    done[index] = share;
    double all = isDone() ? 1 : Math.min(1, sum / done.length);
    if (all >= told + STEP || (all == 1 && told < 1)) {
      told = all;
      whole.at(all);
    }
  }

  private boolean isDone() {
    for (double part : done) {
      if (part < 1) {
        return false;
      }
    }
    return true;
  }
}
