package dev.muster.core.node;

/** How the next opportunistic task is chosen. */
public enum OpportunisticPick {
  /** A job drawn at random by weight, after Apollo. */
  WEIGHTED_RANDOM,
  /** The oldest job, after Mercury. */
  JOB_AGE
}
