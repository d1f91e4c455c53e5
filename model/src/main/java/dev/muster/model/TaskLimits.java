package dev.muster.model;

/**
 * How long attempts of a task take and how many there may be.
 *
 * @param estimateNs how long an attempt is expected to take; 0 where nobody said
 * @param timeoutNs how long an attempt may take; 0 for no limit
 * @param retries how often a task that failed by itself is tried again
 */
public record TaskLimits(long estimateNs, long timeoutNs, int retries) {

  public static final TaskLimits NONE = new TaskLimits(0, 0, 0);
}
