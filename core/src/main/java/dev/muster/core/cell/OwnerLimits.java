package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;
import dev.muster.model.Resources;

/**
 * The limits of one owner's claims at any time.
 *
 * @param resources in all; of named ones only those in it are limited
 * @param jobs with at least one claim
 */
public record OwnerLimits(long claims, Resources resources, int jobs) {

  public static final OwnerLimits NONE =
      new OwnerLimits(
          Long.MAX_VALUE, new Resources(Long.MAX_VALUE, Long.MAX_VALUE), Integer.MAX_VALUE);

  public OwnerLimits withClaims(long most) {
    return new OwnerLimits(most, resources, jobs);
  }

  public OwnerLimits withResources(Resources most) {
    return new OwnerLimits(claims, most, jobs);
  }

  public OwnerLimits withJobs(int most) {
    return new OwnerLimits(claims, resources, most);
  }

  public void trace(TraceHash hash) {
    hash.add(claims).add(jobs).add(resources);
  }
}
