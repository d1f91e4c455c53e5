package dev.muster.core.scheduler.place;

/** How a task gets to a node that a policy has drawn. */
public enum Approach {
  /** Reservations wait at the nodes; whichever has room first is given a task. */
  RESERVE,
  /** The nodes are asked how busy they are, and tasks go to the least busy ones. */
  PROBE,
  /** Tasks go to the nodes at once. */
  SEND
}
