package dev.muster.sim.compare;

/**
 * When a job that finds no room is tried no more, as in the simulator of the Omega paper.
 *
 * <p>Production never gives up by itself: there it is the client who does.
 */
public final class Abandonment {

  /** Attempts without room for a single task. */
  public static final int MOST_IN_VAIN = 100;

  /** Attempts of a job that has some of its tasks placed. */
  public static final int MOST_ATTEMPTS = 1_000;

  private Abandonment() {}

  /**
   * @param placed tasks of the job that found room so far
   */
  public static boolean isDue(int attempts, int placed) {
    return attempts > MOST_ATTEMPTS || (attempts > MOST_IN_VAIN && placed == 0);
  }
}
