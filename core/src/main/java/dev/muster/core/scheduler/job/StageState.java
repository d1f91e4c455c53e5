package dev.muster.core.scheduler.job;

import dev.muster.core.actor.Lifecycle;

/**
 * The way of a stage.
 *
 * <pre>
 *   BLOCKED        --all stages before it are complete-------> OPEN
 *   OPEN           --tasks that it needs all of run again----> STARVED
 *   STARVED        --they have succeeded---------------------> OPEN
 *   OPEN, STARVED  --its job ends----------------------------> CLOSED
 *   any of these   --all its tasks have succeeded------------> COMPLETE
 *   COMPLETE       --its outputs are lost, and needed--------> OPEN
 * </pre>
 *
 * <p>A blocked stage is complete at once if older epochs have done all its tasks.
 */
public enum StageState implements Lifecycle.State<StageState> {
  /** A stage before it is incomplete, all of whose tasks it needs. */
  BLOCKED,
  /** Has a placer; its tasks start as their own inputs are there. */
  OPEN,
  /** Open, but inputs were lost: starts nothing until they are made again. */
  STARVED,
  /** Nothing more of it is placed. */
  CLOSED,
  COMPLETE;

  @Override
  public boolean mayBecome(StageState next) {
    return switch (this) {
      case BLOCKED -> next == OPEN || next == COMPLETE;
      case OPEN -> next == STARVED || next == CLOSED || next == COMPLETE;
      case STARVED -> next == OPEN || next == CLOSED || next == COMPLETE;
      case CLOSED -> next == COMPLETE;
      case COMPLETE -> next == OPEN;
    };
  }
}
