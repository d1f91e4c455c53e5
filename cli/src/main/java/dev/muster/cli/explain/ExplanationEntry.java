package dev.muster.cli.explain;

import dev.muster.model.Explanation.Candidate;
import dev.muster.model.Explanation.TaskEstimate;
import dev.muster.model.Explanation.TaskWait;
import dev.muster.model.WaitMatrix;
import dev.muster.model.text.NodeName;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The same for programs; what is not known or never comes is left out. */
public record ExplanationEntry(
    String task,
    String policy,
    @Nullable String policyReason,
    String summary,
    @Nullable WaitEntry waiting,
    List<CandidateEntry> candidates,
    int omitted) {

  private static final double NS_PER_S = 1e9;

  record WaitEntry(String holders, long ahead, @Nullable Double startSeconds) {}

  record CandidateEntry(
      String node,
      String outcome,
      String reason,
      @Nullable Double ageSeconds,
      @Nullable EstimateEntry estimate) {}

  record EstimateEntry(
      double startupSeconds,
      @Nullable Double waitSeconds,
      double readSeconds,
      double cpuSeconds,
      double odds,
      @Nullable Double totalSeconds) {}

  public static ExplanationEntry of(ExplanationView task) {
    var why = task.why();
    return new ExplanationEntry(
        task.name(),
        why.policy(),
        why.policyReason().isEmpty() ? null : why.policyReason(),
        why.summary(),
        waiting(why.waiting()),
        why.candidates().stream().map(ExplanationEntry::candidate).toList(),
        why.omitted());
  }

  private static @Nullable WaitEntry waiting(@Nullable TaskWait wait) {
    return wait == null
        ? null
        : new WaitEntry(wait.holders(), wait.ahead(), seconds(wait.startNs(), TaskWait.UNKNOWN));
  }

  private static CandidateEntry candidate(Candidate one) {
    return new CandidateEntry(
        NodeName.format(one.node()),
        one.outcome().name().toLowerCase(Locale.ROOT),
        one.reason(),
        seconds(one.ageNs(), Candidate.NOTHING_KNOWN),
        ExplanationView.isEstimated(one) ? estimate(one.estimate()) : null);
  }

  private static EstimateEntry estimate(TaskEstimate terms) {
    return new EstimateEntry(
        terms.startupNs() / NS_PER_S,
        seconds(terms.waitNs(), WaitMatrix.NEVER),
        terms.readNs() / NS_PER_S,
        terms.cpuNs() / NS_PER_S,
        terms.odds(),
        seconds(terms.totalNs(), WaitMatrix.NEVER));
  }

  private static @Nullable Double seconds(long ns, long none) {
    return ns == none ? null : (Double) (ns / NS_PER_S);
  }
}
