package dev.muster.core.event;

/** Why a node returns a task or reservation. */
public enum ReturnReason {
  /** The task is larger than the machine. */
  TOO_LARGE,
  /** The grant does not cover the task. */
  NO_GRANT,
  /** The resources were committed in the cell state and are not available: a broken promise. */
  UNAVAILABLE,
  /** The wait queue is at its limit, by count or by work. */
  LIMIT,
  /** The node accepts no new tasks. */
  DRAINING,
  /** Too much opportunistic work waits here. */
  SHED,
  /** A guaranteed task needed the resources before the task had started. */
  EVICTED,
  /** The node is sick, and says why. */
  SICK
}
