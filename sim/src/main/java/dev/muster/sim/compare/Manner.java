package dev.muster.sim.compare;

import dev.muster.core.scheduler.place.Thinking;
import dev.muster.model.JobSpec;

/**
 * How a scheduler goes about its jobs.
 *
 * @param thinking how long it thinks about a job; asked when it begins to look at it
 * @param retryNs after how long a job that found too little room is in line again
 * @param log hears what came of each look
 */
public record Manner(Thinking thinking, long retryNs, AttemptLog log) {

  /** Hears of attempts. */
  @FunctionalInterface
  public interface AttemptLog {

    /** So much thinking found room for so many tasks of the job, which may be none. */
    void decided(JobSpec job, long thoughtNs, int placed);
  }
}
