package dev.muster.model;

import java.util.List;

/**
 * Why a task is where it is, or still waits.
 *
 * @param policy the placer that decides about it
 * @param summary one sentence: what was decided, or what the task waits for
 * @param candidates the nodes that were looked at, at most {@link #MAX_CANDIDATES}
 * @param omitted how many more were looked at
 */
public record Explanation(String policy, String summary, List<Candidate> candidates, int omitted) {

  /** How many candidates are kept for one task. */
  public static final int MAX_CANDIDATES = 32;

  public Explanation {
    candidates = List.copyOf(candidates);
  }

  /** With as many of these candidates as are kept. */
  public static Explanation of(String policy, String summary, List<Candidate> all) {
    int kept = Math.min(all.size(), MAX_CANDIDATES);
    return new Explanation(policy, summary, all.subList(0, kept), all.size() - kept);
  }
}
