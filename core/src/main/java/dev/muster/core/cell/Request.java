package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;
import dev.muster.model.Resources;
import dev.muster.model.Tier;

/**
 * What a claim needs. The claims of one stage share a request.
 *
 * @param priority the larger, the more important
 */
public record Request(long job, int priority, Tier tier, Resources resources) {

  public Request {
    if (resources.isNegative()) {
      throw new IllegalArgumentException("resources: less than nothing: " + resources);
    }
  }

  /** Guaranteed, with priority 0. */
  public static Request of(long job, Resources resources) {
    return new Request(job, 0, Tier.GUARANTEED, resources);
  }

  public void trace(TraceHash hash) {
    hash.add(job).add(priority).add(tier.ordinal());
    hash.add(resources);
  }
}
