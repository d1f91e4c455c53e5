package dev.muster.core.scheduler.place;

import org.jspecify.annotations.Nullable;

/**
 * What a scheduler has at a node under one number: a {@link Reservation} whose task is not named
 * yet, or an {@link Attempt} of a task. Both are asked about when their node has been silent for
 * long.
 */
public abstract sealed class Held permits Attempt, Reservation {

  private final long id;
  private final StageTasks stage;
  private int node;
  private long heardNs;
  private int unanswered;

  /** Where the table keeps it. */
  int slot;

  @Nullable Held next;
  @Nullable Held previous;

  Held(long id, StageTasks stage, int node, long nowNs) {
    this.id = id;
    this.stage = stage;
    this.node = node;
    this.heardNs = nowNs;
  }

  /** The number by which scheduler, node and master know it. */
  public long id() {
    return id;
  }

  public StageTasks stage() {
    return stage;
  }

  public int node() {
    return node;
  }

  /** The master has put its claim on another machine. */
  public void moveTo(int machine) {
    node = machine;
  }

  /** The node has spoken of it. */
  public void heard(long nowNs) {
    heardNs = nowNs;
    unanswered = 0;
  }

  public long heardNs() {
    return heardNs;
  }

  /** One more question about it is out; how many are since the node last spoke of it. */
  public int asked() {
    return ++unanswered;
  }

  /** The next in the same list; null after the last. */
  public @Nullable Held next() {
    return next;
  }
}
