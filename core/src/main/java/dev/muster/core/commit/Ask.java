package dev.muster.core.commit;

import dev.muster.core.loop.TraceHash;
import dev.muster.model.Resources;
import dev.muster.model.Tier;

/**
 * What a claim asks for. The claims of one stage share one.
 *
 * @param priority the larger, the more important
 */
public record Ask(long job, int priority, Tier tier, Resources resources) {

  public Ask {
    if (resources.isNegative()) {
      throw new IllegalArgumentException("resources: less than nothing: " + resources);
    }
  }

  /** Guaranteed, with priority 0. */
  public static Ask of(long job, Resources resources) {
    return new Ask(job, 0, Tier.GUARANTEED, resources);
  }

  void trace(TraceHash hash) {
    hash.add(job).add(priority).add(tier.ordinal());
    Images.add(hash, resources);
  }
}
