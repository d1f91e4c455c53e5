package dev.muster.core.plan;

/**
 * How long a scheduler is modelled to think about a job: {@code perJobNs + perTaskNs × tasks}, in
 * virtual time only.
 */
public record ThinkTime(long perJobNs, long perTaskNs) {

  public static final ThinkTime NONE = new ThinkTime(0, 0);

  long of(long tasks) {
    return perJobNs + perTaskNs * tasks;
  }
}
