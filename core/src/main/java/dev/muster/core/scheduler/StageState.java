package dev.muster.core.scheduler;

import dev.muster.core.actor.Lifecycle;

/**
 * The way of a stage.
 *
 * <pre>
 *   BLOCKED --all stages before it are complete--> OPEN --all tasks succeeded--> COMPLETE
 * </pre>
 */
enum StageState implements Lifecycle.State<StageState> {
  /** A stage before it is incomplete, all of whose tasks it needs. */
  BLOCKED,
  /** Has a placer; its tasks start as their own inputs are there. */
  OPEN,
  COMPLETE;

  @Override
  public boolean mayBecome(StageState next) {
    return this == BLOCKED ? next != BLOCKED : this == OPEN && next == COMPLETE;
  }
}
