package dev.muster.core.scheduler.place;

import dev.muster.core.actor.Lifecycle;

/**
 * The way of an attempt, as its scheduler knows it.
 *
 * <pre>
 *   CLAIMING --accepted--> PLACED --ended by its node, or given up--> ENDED
 *      | rejected, or         | nobody wants its result                ^
 *      | no longer wanted     +-----> ENDING --------------------------+
 *      +-----> CANCELLED
 * </pre>
 */
public enum AttemptState implements Lifecycle.State<AttemptState> {
  /** The claim is in a transaction that is not decided; no node knows of the attempt. */
  CLAIMING,
  /** The node has the task, or is about to: the task waits there or runs. */
  PLACED,
  /** The node was sent the order to end the attempt. */
  ENDING,
  ENDED,
  /** The attempt never began. */
  CANCELLED;

  @Override
  public boolean mayBecome(AttemptState next) {
    return switch (this) {
      case CLAIMING -> next == PLACED || next == CANCELLED;
      case PLACED -> next == ENDING || next == ENDED;
      case ENDING -> next == ENDED;
      case ENDED, CANCELLED -> false;
    };
  }
}
