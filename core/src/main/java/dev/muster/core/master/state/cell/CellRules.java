package dev.muster.core.master.state.cell;

import dev.muster.core.cell.Request;
import dev.muster.model.Tier;

/**
 * The rules of the whole cell.
 *
 * @param maxClaims of the cell; more are rejected
 * @param rollbackAdvances whether a rejected gang still advances the sequence numbers of the
 *     machines of its accepted claims, as the simulator of the Omega paper does; for comparison
 *     with it only
 */
public record CellRules(Preemption preemption, int maxClaims, boolean rollbackAdvances) {

  /** The capacity of the claim table. */
  public static final int MOST_CLAIMS = 1 << 25;

  public CellRules {
    if (maxClaims < 1 || maxClaims > MOST_CLAIMS) {
      throw new IllegalArgumentException(
          "maxClaims must be between 1 and " + MOST_CLAIMS + ": " + maxClaims);
    }
  }

  public static CellRules standard() {
    return new CellRules(Preemption.OPPORTUNISTIC, MOST_CLAIMS, false);
  }

  public CellRules with(Preemption other) {
    return new CellRules(other, maxClaims, rollbackAdvances);
  }

  public CellRules withMaxClaims(int most) {
    return new CellRules(preemption, most, rollbackAdvances);
  }

  public CellRules withRollbackAdvances() {
    return new CellRules(preemption, maxClaims, true);
  }

  /** Which claims a guaranteed claim may preempt. An opportunistic claim preempts none. */
  public enum Preemption {
    NOBODY,
    /** Opportunistic claims, whatever their priority. */
    OPPORTUNISTIC,
    /** Opportunistic claims, and guaranteed ones of lower priority. */
    LOWER_PRIORITY;

    boolean allows(Request claim, Request victim) {
      if (this == NOBODY || claim.tier() != Tier.GUARANTEED) {
        return false;
      }
      return victim.tier() == Tier.OPPORTUNISTIC
          || (this == LOWER_PRIORITY && victim.priority() < claim.priority());
    }

    /** Whether claims of this request may ever be preempted. */
    boolean mayPreempt(Request claim) {
      return switch (this) {
        case NOBODY -> false;
        case OPPORTUNISTIC -> claim.tier() == Tier.OPPORTUNISTIC;
        case LOWER_PRIORITY -> true;
      };
    }
  }
}
