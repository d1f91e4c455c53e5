package dev.muster.model;

/** What a task may count on. */
public enum Tier {
  /** Covered by a token or a claim: never evicted by Muster. */
  GUARANTEED,
  /** Uses what is idle, at low priority, and may be evicted. */
  OPPORTUNISTIC
}
