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

  /**
   * What the queue lacks of its guarantee and has work for. Nothing where it has all that it is
   * guaranteed of some resource and its work needs more of that: what it starts next is beyond the
   * guarantee, however little it has of the others.
   */
  public Resources missing() {
    return isAtGuarantee() ? Resources.NONE : share.min(guarantee).minus(uses).max(Resources.NONE);
  }

  private boolean isAtGuarantee() {
    boolean at =
        isAt(share.cpuMillis(), uses.cpuMillis(), guarantee.cpuMillis())
            || isAt(share.memoryBytes(), uses.memoryBytes(), guarantee.memoryBytes());
    for (var name : guarantee.named().keySet()) {
      at |= isAt(share.named(name), uses.named(name), guarantee.named(name));
    }
    return at;
  }

  private static boolean isAt(long share, long uses, long guarantee) {
    return guarantee > 0 && uses >= guarantee && share > uses;
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
