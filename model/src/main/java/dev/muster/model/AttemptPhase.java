package dev.muster.model;

/** What an attempt does at its node. */
public enum AttemptPhase {
  /** Waits for resources of the node. */
  QUEUED,
  RUNNING,
  /** Runs, but is held up for others. */
  FROZEN
}
