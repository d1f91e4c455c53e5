package dev.muster.core.scheduler.place;

import dev.muster.core.actor.Lifecycle;
import dev.muster.model.Tier;

/**
 * By what right an attempt is at its node.
 *
 * <pre>
 *   OPPORTUNISTIC --gets tokens--> PROMOTING --the node grants it--> GUARANTEED
 *         ^                           | the node declines
 *         +---------------------------+
 * </pre>
 *
 * <p>A node may grant what the scheduler has given up: an answer to an earlier question was late.
 * Then the attempt is guaranteed all the same.
 */
public enum TierState implements Lifecycle.State<TierState> {
  /** Has no tokens: uses what is idle, and may be evicted. */
  OPPORTUNISTIC,
  /** Has its tokens, and the node is asked to take the attempt for guaranteed. */
  PROMOTING,
  GUARANTEED;

  static TierState of(Tier tier) {
    return switch (tier) {
      case GUARANTEED -> GUARANTEED;
      case OPPORTUNISTIC -> OPPORTUNISTIC;
    };
  }

  /** As the node has it, for all that is known. */
  Tier tier() {
    return this == GUARANTEED ? Tier.GUARANTEED : Tier.OPPORTUNISTIC;
  }

  @Override
  public boolean mayBecome(TierState next) {
    return switch (this) {
      case OPPORTUNISTIC -> next == PROMOTING;
      case PROMOTING -> next == GUARANTEED || next == OPPORTUNISTIC;
      case GUARANTEED -> false;
    };
  }
}
