package dev.muster.core.master.share;

import dev.muster.model.Resources;

/**
 * What a queue and those below it have and should have.
 *
 * @param share what their jobs are entitled to; of what the queue uses within its guarantee, all
 * @param uses what guaranteed tasks use now
 * @param guarantee in a cell of the present size
 */
public record QueueStanding(String path, Resources share, Resources uses, Resources guarantee) {

  /** What the queue lacks of its guarantee and has work for. */
  public Resources missing() {
    return share.min(guarantee).minus(uses).max(Resources.NONE);
  }

  public boolean isBelowGuarantee() {
    return !isNothing(missing());
  }

  /** What the queue has borrowed and others want: what it uses beyond its share and guarantee. */
  public Resources over() {
    return uses.minus(share.max(guarantee)).max(Resources.NONE);
  }

  private static boolean isNothing(Resources amounts) {
    return amounts.fitsIn(Resources.NONE);
  }
}
