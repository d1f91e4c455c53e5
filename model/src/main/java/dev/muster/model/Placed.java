package dev.muster.model;

/**
 * How tasks got room in the shared state of the cell.
 *
 * @param tasks how often one did
 * @param preferred how many of these on a node that the task prefers
 * @param refused how often one was refused: somebody else was faster, a limit was reached, the cell
 *     was full, or its gang was refused, of which every task counts
 * @param staleNs how old the news of the chosen nodes were, summed over those that got room
 * @param beyondTokens how many got room although their job had no token left for them
 */
public record Placed(long tasks, long preferred, long refused, long staleNs, long beyondTokens) {

  public static final Placed NONE = new Placed(0, 0, 0, 0, 0);

  /** How old the news of a chosen node were. */
  public double meanStaleNs() {
    return tasks == 0 ? 0 : (double) staleNs / tasks;
  }
}
