package dev.muster.core.actor;

/** How much of the machine a run may have beside others that want it too. */
public enum Pace {
  /** Its share. */
  FULL,
  /** What the others leave. */
  LOW,
  /** Nothing: it stands still and keeps its memory. */
  FROZEN
}
