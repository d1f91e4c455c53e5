package dev.muster.core.master.central;

import dev.muster.core.actor.Lifecycle;

/**
 * Where the request of a stage is with the central scheduler.
 *
 * <pre>
 *   SETTLED --containers are wanted--> WAITING --nodes are kept for it--> RESERVING
 *      ^                                 |   ^                              |   |
 *      +---- all granted or withdrawn ---+   +-- they are not any more -----+   |
 *      +------------------------------------------------------------------------+
 * </pre>
 */
public enum RequestState implements Lifecycle.State<RequestState> {
  /** Nothing is wanted; its sequence is remembered while its job is open. */
  SETTLED,
  /** In line. */
  WAITING,
  /** In line, and some nodes are for it before all others. */
  RESERVING;

  @Override
  public boolean mayBecome(RequestState next) {
    return switch (this) {
      case SETTLED -> next == WAITING;
      case WAITING -> next != WAITING;
      case RESERVING -> next != RESERVING;
    };
  }
}
