package dev.muster.model;

/**
 * How tasks were placed by claims on the cell state.
 *
 * @param tasks how many claims were accepted
 * @param preferred how many of these on a node that the task prefers
 * @param refused how many claims were rejected: by a conflict, a limit, a full cell, or with their
 *     gang, of which every task counts
 * @param staleNs the staleness of the chosen nodes, summed over accepted claims
 * @param beyondTokens how many were placed although their job had no token left for them
 */
public record Placed(long tasks, long preferred, long refused, long staleNs, long beyondTokens) {

  public static final Placed NONE = new Placed(0, 0, 0, 0, 0);

  /** The staleness of a chosen node. */
  public double meanStaleNs() {
    return tasks == 0 ? 0 : (double) staleNs / tasks;
  }
}
