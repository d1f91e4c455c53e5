package dev.muster.sim.experiment.mercury;

import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.model.JobSpec;

/**
 * A setting of hybrid-GQ under the name that the paper has for it.
 *
 * @param policy of all jobs
 */
record TierPolicy(String name, String policy, HybridOptions options) {

  static final TierPolicy ONLY_G = new TierPolicy("only-G", JobSpec.CENTRAL, HybridOptions.ONLY_G);

  static final TierPolicy ONLY_Q = new TierPolicy("only-Q", JobSpec.HYBRID, HybridOptions.ONLY_Q);

  static final TierPolicy HALF_Q = new TierPolicy("50%-Q", JobSpec.HYBRID, HybridOptions.HALF_Q);

  private static final double S = 1e9;

  /** So many percent of the tasks that execute for less than so long. */
  static TierPolicy below(int seconds, int percent, double startSeconds) {
    long ns = Math.round((seconds + startSeconds) * S); // estimates count the start-up as well
    var name = "<%dsec-%sQ".formatted(seconds, percent == 100 ? "" : percent + "%-");
    return new TierPolicy(name, JobSpec.HYBRID, HybridOptions.of(ns, percent / 100.0));
  }

  boolean isOnlyG() {
    return policy.equals(JobSpec.CENTRAL);
  }
}
