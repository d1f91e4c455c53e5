package dev.muster.core.scheduler.place;

import dev.muster.model.Tier;
import org.jspecify.annotations.Nullable;

/** One try of a task on a node. */
public final class Attempt extends Held {

  private final int task;
  private final int number;
  private final Tier tier;
  private AttemptState state;
  private long placedNs;
  private boolean claimed;

  /** An older attempt of the same task that is still under way. */
  private @Nullable Attempt older;

  /** For the stage alone: {@link StageTasks} has the ways to start one. */
  public Attempt(
      long id,
      StageTasks stage,
      int node,
      int task,
      int number,
      Tier tier,
      AttemptState state,
      long nowNs) {
    super(id, stage, node, nowNs);
    this.task = task;
    this.number = number;
    this.tier = tier;
    this.state = state;
    this.placedNs = nowNs;
  }

  /** The index of the task in its stage. */
  public int task() {
    return task;
  }

  /** Counts the attempts of the task, from 1. */
  public int number() {
    return number;
  }

  public Tier tier() {
    return tier;
  }

  public AttemptState state() {
    return state;
  }

  void become(AttemptState next) {
    state = next;
  }

  /** When the attempt was bound to its node, or its claim accepted. */
  public long placedNs() {
    return placedNs;
  }

  /** The claim is accepted: the task is sent to its node now. */
  public void placed(long nowNs) {
    placedNs = nowNs;
    confirmed(nowNs);
  }

  /** Whether the cell state has a claim of the same number for the attempt. */
  public boolean isClaimed() {
    return claimed;
  }

  public void claimed() {
    claimed = true;
  }

  public @Nullable Attempt older() {
    return older;
  }

  public void follow(@Nullable Attempt other) {
    older = other;
  }
}
