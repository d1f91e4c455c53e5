package dev.muster.core.master;

import dev.muster.core.actor.Timer;

/** The timers of the master. */
enum MasterTimer implements Timer {
  /** Looks after what waits for an answer. */
  BEAT,
  /** Sends the list of machines to schedulers, changes gathered. */
  PUBLISH_MACHINES
}
