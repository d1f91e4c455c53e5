package dev.muster.model;

import dev.muster.model.Explanation.Candidate.CandidateOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a task is where it is, or still waits.
 *
 * @param policy of the placer
 * @param summary one sentence: what was decided, or what the task waits for
 * @param candidates at most {@link #MAX_CANDIDATES}
 * @param omitted how many candidates are left out
 * @param waiting of a task that waits; null where the task does not
 * @param policyReason why {@code auto} chose the policy; empty where the job did
 */
public record Explanation(
    String policy,
    String summary,
    List<Candidate> candidates,
    int omitted,
    @Nullable TaskWait waiting,
    String policyReason) {

  /** How many candidates are kept for one task. */
  public static final int MAX_CANDIDATES = 32;

  public Explanation {
    candidates = List.copyOf(candidates);
  }

  /** With as many of these candidates as are kept. */
  public static Explanation of(String policy, String summary, List<Candidate> all) {
    int kept = Math.min(all.size(), MAX_CANDIDATES);
    return new Explanation(policy, summary, all.subList(0, kept), all.size() - kept, null, "");
  }

  /** Whether it is of a placement: a node was chosen. */
  public boolean isPlaced() {
    return candidates.stream().anyMatch(one -> one.outcome() == CandidateOutcome.CHOSEN);
  }

  public Explanation withSummary(String other) {
    return new Explanation(policy, other, candidates, omitted, waiting, policyReason);
  }

  public Explanation withWaiting(TaskWait other) {
    return new Explanation(policy, summary, candidates, omitted, other, policyReason);
  }

  public Explanation withPolicyReason(String reason) {
    return new Explanation(policy, summary, candidates, omitted, waiting, reason);
  }

  /** How many candidates more are left out. */
  public Explanation withOmitted(int more) {
    return new Explanation(policy, summary, candidates, omitted + more, waiting, policyReason);
  }

  /**
   * What a task that waits is behind.
   *
   * @param holders who has what the task lacks, as in {@code all 4 tokens are taken: 4 by map};
   *     empty where nobody of its job has
   * @param ahead how many tasks of its job go first, at most
   * @param startNs how long until the task is expected to start, or {@link #UNKNOWN}
   */
  public record TaskWait(String holders, long ahead, long startNs) {

    public static final long UNKNOWN = -1;
  }

  /**
   * A candidate node.
   *
   * @param reason why the node was chosen, not chosen, or ruled out
   * @param ageNs how old the information about the node was, or {@link #NOTHING_KNOWN}
   * @param estimate when the task would be done there; none where the policy estimates nothing
   */
  public record Candidate(
      int node, CandidateOutcome outcome, String reason, long ageNs, TaskEstimate estimate) {

    /** The age of no information. */
    public static final long NOTHING_KNOWN = -1;

    /** The outcome for a candidate. */
    public enum CandidateOutcome {
      CHOSEN,
      NOT_CHOSEN,
      RULED_OUT
    }

    public static Candidate chosen(int node, String reason, long ageNs) {
      return new Candidate(node, CandidateOutcome.CHOSEN, reason, ageNs, TaskEstimate.NONE);
    }

    public static Candidate notChosen(int node, String reason, long ageNs) {
      return new Candidate(node, CandidateOutcome.NOT_CHOSEN, reason, ageNs, TaskEstimate.NONE);
    }

    public static Candidate ruledOut(int node, String reason, long ageNs) {
      return new Candidate(node, CandidateOutcome.RULED_OUT, reason, ageNs, TaskEstimate.NONE);
    }

    public Candidate with(TaskEstimate other) {
      return new Candidate(node, outcome, reason, ageNs, other);
    }
  }

  /**
   * The terms of an estimate: when a task would be done on a node.
   *
   * @param startupNs until the node has the files of the task
   * @param waitNs until the node has resources for the task
   * @param readNs to read its inputs
   * @param cpuNs to compute
   * @param odds that the node lasts so long
   * @param totalNs all that, with what a failure would cost, and other tasks that give way
   */
  public record TaskEstimate(
      long startupNs, long waitNs, long readNs, long cpuNs, double odds, long totalNs) {

    public static final TaskEstimate NONE = new TaskEstimate(0, 0, 0, 0, 0, 0);
  }
}
