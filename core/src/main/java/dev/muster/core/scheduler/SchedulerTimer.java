package dev.muster.core.scheduler;

import dev.muster.core.actor.Timer;

/** The timers of a scheduler. */
enum SchedulerTimer implements Timer {
  /** Repeats what has no answer yet and asks about silent reservations. */
  BEAT,
  /** A task has waited long enough for the nodes it prefers. */
  PATIENCE,
  /** A stage that found too few machines is looked at again. */
  RETRY_PLACEMENT,
  /** A part of the replica is due to be refreshed. */
  REFRESH_REPLICA
}
