package dev.muster.core.scheduler.place;

import org.jspecify.annotations.Nullable;

/**
 * What a scheduler has at a node under one number: a {@link Reservation} whose task is not named
 * yet, or an {@link Attempt} of a task. Nodes are asked to confirm both from time to time.
 */
public abstract sealed class Held permits Attempt, Reservation {

  private final long id;
  private final StageTasks stage;
  private int node;
  private long confirmedNs;

  /** Its place in the {@link HeldTable}. */
  int slot;

  @Nullable Held next;
  @Nullable Held previous;

  Held(long id, StageTasks stage, int node, long nowNs) {
    this.id = id;
    this.stage = stage;
    this.node = node;
    this.confirmedNs = nowNs;
  }

  /** The number that scheduler, node and master have in common for the reservation or attempt. */
  public long id() {
    return id;
  }

  public StageTasks stage() {
    return stage;
  }

  public int node() {
    return node;
  }

  /** The master has put the claim of the attempt on another machine. */
  public void moveTo(int machine) {
    node = machine;
  }

  /** The node has the reservation or attempt, and says so. */
  public void confirmed(long nowNs) {
    confirmedNs = nowNs;
  }

  public long confirmedNs() {
    return confirmedNs;
  }

  /** The next in the same list; null after the last. */
  public @Nullable Held next() {
    return next;
  }
}
