package dev.muster.sim.fault;

/** What can go wrong in a simulated cell. */
public enum Fault {
  MESSAGE_LOST,
  MESSAGE_CUT_OFF,
  MESSAGE_COPIED,
  MESSAGE_LATE,
  NODE_CRASHED,
  /** The process of the node died, and what it ran lives on. */
  NODE_PROCESS_DIED,
  SCHEDULER_CRASHED,
  /** The scheduler was replaced and went on for a while beside its next epoch. */
  SCHEDULER_LINGERED,
  ACTOR_PAUSED,
  LOG_SLOW,
  NODE_SLOW,
  CLOCK_WRONG,
  /** A run ended only by force. */
  RUN_STUBBORN,
  /** A run of an earlier process ended, and nobody knows how. */
  RUN_LOST
}
