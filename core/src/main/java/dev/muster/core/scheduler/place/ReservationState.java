package dev.muster.core.scheduler.place;

import dev.muster.core.actor.Lifecycle;

/**
 * The way of a reservation.
 *
 * <pre>
 *   QUEUED --GetTask--> BOUND        a task is named, the reservation has become an attempt
 *     | | |
 *     | | +--no task left, returned by the node--> ENDED
 *     | +----no longer needed--> WITHDRAWN
 *     +------node dead, or without the reservation--> LOST
 * </pre>
 */
public enum ReservationState implements Lifecycle.State<ReservationState> {
  QUEUED,
  BOUND,
  WITHDRAWN,
  LOST,
  ENDED;

  @Override
  public boolean mayBecome(ReservationState next) {
    return this == QUEUED && next != QUEUED;
  }
}
