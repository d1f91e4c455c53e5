package dev.muster.sim.experiment;

/** A run that can give no result; the message says why, in a sentence. */
public final class ExperimentFailed extends RuntimeException {

  private static final long serialVersionUID = 1;

  public ExperimentFailed(String message) {
    super(message);
  }
}
