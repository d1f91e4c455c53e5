package dev.muster.core.scheduler.job;

import dev.muster.core.actor.Lifecycle;

/**
 * The way of a stage.
 *
 * <pre>
 *   BLOCKED --all stages before it are complete--> OPEN --all tasks succeeded--> COMPLETE
 *                                                   | its job ends                  ^
 *                                                   v       the last tasks succeed  |
 *                                                 CLOSED --all the same-------------+
 *   OPEN --tasks that it needs all of run again--> STARVED --they succeeded--> OPEN
 *   COMPLETE --its outputs are lost, and needed--> OPEN
 * </pre>
 *
 * <p>A stage that is blocked may be complete too, by what older epochs have done.
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
