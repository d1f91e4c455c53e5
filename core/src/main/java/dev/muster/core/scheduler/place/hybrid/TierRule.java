package dev.muster.core.scheduler.place.hybrid;

/**
 * t_d and p_q as they are in force, and why.
 *
 * @param belowNs t_d: tasks that are expected to take less may be opportunistic
 * @param share p_q: how many of those are
 * @param guaranteedNs what guaranteed tasks lose before they run for good, as measured; 0 where
 *     nothing is known
 * @param opportunisticNs the same of opportunistic ones
 */
record TierRule(
    long belowNs, double share, long guaranteedNs, long opportunisticNs, RuleReason why) {

  enum RuleReason {
    /** As its operator set them. */
    GIVEN,
    /** Too little was measured of one of the tiers. */
    UNKNOWN,
    /** Both tiers lose about as much. */
    BALANCED,
    /** Opportunistic tasks lose less: more become so. */
    MORE_OPPORTUNISTIC,
    /** Guaranteed tasks lose less: fewer are opportunistic. */
    FEWER_OPPORTUNISTIC
  }

  static TierRule given(HybridOptions options) {
    return new TierRule(options.belowNs(), options.share(), 0, 0, RuleReason.GIVEN);
  }
}
