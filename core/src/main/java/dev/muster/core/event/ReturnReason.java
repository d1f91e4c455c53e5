package dev.muster.core.event;

/** Why a node gives back what it was sent. */
public enum ReturnReason {
  /** It is larger than the machine. */
  TOO_LARGE,
  /** What came with it does not cover it. */
  NO_GRANT,
  /** Its room was reserved and is not there: a broken promise. */
  NO_ROOM,
  /** The line is at its limit, by count or by work. */
  LIMIT,
  /** The node takes no new work. */
  DRAINING,
  /** Too much opportunistic work waits here. */
  SHED,
  /** Its room was needed for a guaranteed task before it had started. */
  EVICTED
}
