package dev.muster.core.master.share;

import dev.muster.model.Resources;

/**
 * What a job is entitled to and what it may use.
 *
 * @param share of what its queues have, in whole tasks; never more than the job uses and wants
 * @param mayUse with guaranteed tasks, together: its share, and beyond it what nobody else wants;
 *     {@code Long.MAX_VALUE} of a resource for any amount
 */
public record JobShare(long job, Resources share, Resources mayUse) {

  /** Whether nothing limits the job before the next computation. */
  public boolean isUnlimited() {
    return mayUse.cpuMillis() == Axes.ANY
        && mayUse.memoryBytes() == Axes.ANY
        && mayUse.named().values().stream().allMatch(amount -> amount == Axes.ANY);
  }
}
