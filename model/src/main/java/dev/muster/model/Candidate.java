package dev.muster.model;

/**
 * A node that was looked at for a task.
 *
 * @param reason why the node was chosen, not chosen, or ruled out
 * @param ageNs how old the information about the node was
 */
public record Candidate(int node, CandidateOutcome outcome, String reason, long ageNs) {

  /** What came of looking at a node. */
  public enum CandidateOutcome {
    CHOSEN,
    NOT_CHOSEN,
    RULED_OUT
  }

  public static Candidate chosen(int node, String reason, long ageNs) {
    return new Candidate(node, CandidateOutcome.CHOSEN, reason, ageNs);
  }

  public static Candidate notChosen(int node, String reason, long ageNs) {
    return new Candidate(node, CandidateOutcome.NOT_CHOSEN, reason, ageNs);
  }

  public static Candidate ruledOut(int node, String reason, long ageNs) {
    return new Candidate(node, CandidateOutcome.RULED_OUT, reason, ageNs);
  }
}
