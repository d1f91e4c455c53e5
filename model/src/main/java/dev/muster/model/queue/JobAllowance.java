package dev.muster.model.queue;

import dev.muster.model.Resources;

/**
 * What the guaranteed tasks of one job may use, by the share of its queue.
 *
 * @param isLimited whether {@code most} counts; else the job may use any amount
 * @param most the job starts nothing that would take it beyond this
 * @param givesBack whether {@code keep} counts
 * @param keep the job ends tasks, the youngest first, until they use no more than this: a queue
 *     that is below its guarantee needs the rest
 * @param hasQuota whether {@code quota} counts
 * @param quota of opportunistic tasks
 */
public record JobAllowance(
    boolean isLimited,
    Resources most,
    boolean givesBack,
    Resources keep,
    boolean hasQuota,
    OpportunisticQuota quota) {

  /** Any amount. */
  public static final JobAllowance ANY =
      new JobAllowance(
          false, Resources.NONE, false, Resources.NONE, false, OpportunisticQuota.NONE);

  /** Nothing new, of neither tier. */
  public static final JobAllowance NOTHING =
      atMost(Resources.NONE).with(OpportunisticQuota.atMost(0));

  public static JobAllowance atMost(Resources most) {
    return new JobAllowance(true, most, false, Resources.NONE, false, OpportunisticQuota.NONE);
  }

  /** Whether the job starts nothing at all. */
  public boolean isStopped() {
    return isLimited && most.equals(Resources.NONE) && hasQuota && quota.tasks() == 0;
  }

  /** The job starts nothing beyond this either. */
  public JobAllowance within(Resources other) {
    return new JobAllowance(isLimited, most.min(other), givesBack, keep, hasQuota, quota);
  }

  /** The job ends tasks until they use no more than this, and starts none beyond it. */
  public JobAllowance keeping(Resources amount) {
    return new JobAllowance(isLimited, most.min(amount), true, amount, hasQuota, quota);
  }

  public JobAllowance with(OpportunisticQuota other) {
    boolean counts = !other.equals(OpportunisticQuota.NONE);
    return new JobAllowance(isLimited, most, givesBack, keep, counts, other);
  }
}
