package dev.muster.sim.compare;

import dev.muster.core.scheduler.place.Thinking;
import dev.muster.model.JobSpec;

/**
 * How a scheduler goes about its jobs.
 *
 * @param thinking how long it thinks about a job; read when it begins to look at the job
 * @param retryNs after how long a job that found too little room is in line again
 * @param log receives what came of each attempt
 */
public record Manner(Thinking thinking, long retryNs, AttemptLog log) {

  /** Receives attempts. */
  @FunctionalInterface
  public interface AttemptLog {

    /** So much thinking found room for so many tasks of the job, which may be none. */
    void decided(JobSpec job, long thoughtNs, int placed);
  }

  /** Attempts without room for a single task after which a job is abandoned. */
  private static final int MOST_IN_VAIN = 100;

  /** Attempts after which a job is abandoned that has some of its tasks placed. */
  private static final int MOST_ATTEMPTS = 1_000;

  /**
   * Whether a job that finds too few machines is tried no more, as in the simulator of the Omega
   * paper. Production never abandons a job by itself: there the client does.
   *
   * @param placed tasks of the job that found a machine so far
   */
  public static boolean abandons(int attempts, int placed) {
    return attempts > MOST_ATTEMPTS || (attempts > MOST_IN_VAIN && placed == 0);
  }
}
