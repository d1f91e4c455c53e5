package dev.muster.core.actor;

/** The share of the machine that a run gets under contention. */
public enum Pace {
  /** By its demand. */
  FULL,
  /** What runs at full pace leave. */
  LOW,
  /** None: the run is suspended and keeps its memory. */
  FROZEN
}
