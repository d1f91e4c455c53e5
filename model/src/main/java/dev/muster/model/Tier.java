package dev.muster.model;

/** Whether a task may be evicted. */
public enum Tier {
  /** Covered by a token or a claim: never evicted by Muster. */
  GUARANTEED,
  /** Uses idle resources at low priority, and may be evicted. */
  OPPORTUNISTIC
}
