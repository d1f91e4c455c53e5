package dev.muster.check;

/** A promise that was not kept: which, and the evidence. */
public final class BrokenPromise extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * @param number the promise's number in the list of promises of ARCHITECTURE.md
   */
  public BrokenPromise(int number, String evidence) {
    super("promise " + number + " broken: " + evidence);
  }
}
