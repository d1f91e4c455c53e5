package dev.muster.core.master.state;

import dev.muster.core.cell.Request;
import dev.muster.model.Tier;

/** Whom a guaranteed claim may push out in this cell. An opportunistic one pushes nobody out. */
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

  /** Whether such a claim may ever have to go. */
  boolean threatens(Request claim) {
    return switch (this) {
      case NOBODY -> false;
      case OPPORTUNISTIC -> claim.tier() == Tier.OPPORTUNISTIC;
      case LOWER_PRIORITY -> true;
    };
  }
}
