package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.actor.Lifecycle;

/**
 * The way of a container, as its scheduler knows it, from the moment its number is taken.
 *
 * <pre>
 *   REQUESTED --granted--> HELD --the gang is whole--> STARTED
 *     |   |                  |                            ^
 *     |   +---granted, a task starts in it----------------+
 *     |                      |
 *     |   not wanted any more
 *     |---------v------------+
 *     |     WITHDRAWING --the master has it no more--> WITHDRAWN
 *     +-----------------lost with its node----------------^
 * </pre>
 */
enum ContainerState implements Lifecycle.State<ContainerState> {
  /** Named in each request, and not granted for all that is known. */
  REQUESTED,
  /** Granted to a gang that has not all of its containers. */
  HELD,
  /** An attempt has its number. */
  STARTED,
  /** The master is told that it is not wanted, until it says that there is none. */
  WITHDRAWING,
  /** There is none, and never will be. */
  WITHDRAWN;

  @Override
  public boolean mayBecome(ContainerState next) {
    return switch (this) {
      case REQUESTED -> next != REQUESTED;
      case HELD -> next == STARTED || next == WITHDRAWING;
      case WITHDRAWING -> next == WITHDRAWN;
      case STARTED, WITHDRAWN -> false;
    };
  }
}
