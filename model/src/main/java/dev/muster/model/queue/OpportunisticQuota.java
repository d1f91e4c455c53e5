package dev.muster.model.queue;

/**
 * How many opportunistic tasks each job of a queue may have under way, queued or running.
 *
 * @param tasks at most
 * @param perGuaranteed and at most so many for each guaranteed task that the job has under way
 * @param spare but in any case so many, so that a job without guaranteed tasks can begin
 */
public record OpportunisticQuota(int tasks, double perGuaranteed, int spare) {

  /** Whatever the number of guaranteed tasks, so also where there are none. */
  private static final double NOT_RELATIVE = Double.MAX_VALUE;

  public static final OpportunisticQuota NONE = atMost(Integer.MAX_VALUE);

  /** At most so many tasks. */
  public static OpportunisticQuota atMost(int tasks) {
    return new OpportunisticQuota(tasks, NOT_RELATIVE, 0);
  }

  /** Whether the number of guaranteed tasks counts. */
  public boolean isRelative() {
    return perGuaranteed != NOT_RELATIVE;
  }

  /** How many opportunistic tasks a job with so many guaranteed ones may have. */
  public int of(int guaranteed) {
    if (!isRelative()) {
      return tasks;
    }
    double relative = Math.max(spare, guaranteed * perGuaranteed);
    return (int) Math.min(tasks, Math.min(Integer.MAX_VALUE, relative));
  }
}
