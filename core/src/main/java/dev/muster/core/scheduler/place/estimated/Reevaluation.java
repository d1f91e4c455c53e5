package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.scheduler.place.Attempt;
import dev.muster.model.WaitMatrix;

/** Decides about a task that is at a node once more: which other node would be best now. */
final class Reevaluation {

  private final CompletionEstimates estimates;
  private final Candidates candidates;
  private int node;
  private long completionNs;

  Reevaluation(CompletionEstimates estimates, Candidates candidates) {
    this.estimates = estimates;
    this.candidates = candidates;
  }

  /** The estimates are of the task of this attempt from now on. */
  void of(long nowNs, EstimatedStage stage, Attempt attempt) {
    estimates.begin(nowNs);
    estimates.of(stage.tasks, stage.files, attempt.task());
  }

  /** Whether there is another node; the latest estimate is then of the best one. */
  boolean findsOther(long nowNs, EstimatedStage stage, Attempt attempt) {
    node = StableMatcher.NONE;
    completionNs = Long.MAX_VALUE;
    var drawn = candidates.draw(nowNs, stage, attempt.task(), estimates);
    for (int i = 0; i < drawn.size(); i++) {
      int other = drawn.at(i);
      long ns = estimates.completionNs(other);
      boolean fits = other != attempt.node() && estimates.waitNs() != WaitMatrix.NEVER;
      if (fits && ns < completionNs) {
        node = other;
        completionNs = ns;
      }
    }
    if (node != StableMatcher.NONE) {
      estimates.completionNs(node);
    }
    return node != StableMatcher.NONE;
  }

  int node() {
    return node;
  }

  long completionNs() {
    return completionNs;
  }
}
