package dev.muster.core.master.state.cell;

import dev.muster.core.actor.Lifecycle;

/**
 * The states of a claim.
 *
 * <pre>
 *   NONE ──► TENTATIVE ──► PROMISED ──► APPLIED ◄──► ENDING ──► NONE
 *                             ▲                        ▲
 *                             └──────► WITHDRAWN ──────┘
 * </pre>
 *
 * <p>A rolled-back gang takes TENTATIVE back to NONE. A machine that leaves takes every later state
 * back to NONE.
 */
public enum ClaimState implements Lifecycle.State<ClaimState> {
  /** The slot is unused. */
  NONE,
  /** The transaction of the claim is being decided, or replayed from the log. */
  TENTATIVE,
  /** Decided; its entry is not applied. */
  PROMISED,
  /** Decided, and its end is decided too; neither entry is applied. */
  WITHDRAWN,
  APPLIED,
  /** Applied, and its end is decided; that entry is not applied. */
  ENDING;

  @Override
  public boolean mayBecome(ClaimState next) {
    return switch (this) {
      case NONE -> next == TENTATIVE;
      case TENTATIVE -> next == PROMISED || next == NONE;
      case PROMISED -> next == APPLIED || next == WITHDRAWN || next == NONE;
      case WITHDRAWN -> next == ENDING || next == PROMISED || next == NONE;
      case APPLIED -> next == ENDING || next == NONE;
      case ENDING -> next == APPLIED || next == NONE;
    };
  }
}
