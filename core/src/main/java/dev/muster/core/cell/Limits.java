package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;
import dev.muster.model.Resources;

/**
 * How much one owner may hold at a time.
 *
 * @param resources in all; of named ones only those in it are limited
 * @param jobs with at least one claim
 */
public record Limits(long claims, Resources resources, int jobs) {

  public static final Limits NONE =
      new Limits(Long.MAX_VALUE, new Resources(Long.MAX_VALUE, Long.MAX_VALUE), Integer.MAX_VALUE);

  public Limits withClaims(long most) {
    return new Limits(most, resources, jobs);
  }

  public Limits withResources(Resources most) {
    return new Limits(claims, most, jobs);
  }

  public Limits withJobs(int most) {
    return new Limits(claims, resources, most);
  }

  public void trace(TraceHash hash) {
    Images.add(hash.add(claims).add(jobs), resources);
  }
}
