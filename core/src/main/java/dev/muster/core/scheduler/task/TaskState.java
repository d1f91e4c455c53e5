package dev.muster.core.scheduler.task;

import dev.muster.core.actor.Lifecycle;

/**
 * The way of a task.
 *
 * <pre>
 *   BLOCKED --its own inputs are there--> WAITING --start--> RUNNING --> SUCCEEDED
 *                                            ^                  | failed, tries left
 *                                            +------------------+ or lost, or gave way
 *                                                               | failed, none left --> FAILED
 *   WAITING, RUNNING --the stage is made smaller--> WITHDRAWN --larger again--> WAITING, RUNNING
 *   SUCCEEDED --its output is lost, and needed--> WAITING, or BLOCKED where its inputs are lost too
 *   WAITING --an input of its own is lost--> BLOCKED
 * </pre>
 *
 * <p>A task that waits may succeed too: an attempt that was given up as lost came back. And one
 * that is blocked may run: an older epoch started it, and has not put its inputs on record; when it
 * does not succeed it is blocked again. A withdrawn task may succeed before {@code KillTask}
 * arrives. One whose output is lost time and again fails.
 */
public enum TaskState implements Lifecycle.State<TaskState> {
  /** Waits for inputs of its own: only where an edge is one-to-one. */
  BLOCKED,
  WAITING,
  RUNNING,
  SUCCEEDED,
  FAILED,
  /** Beyond the size of its stage: nobody waits for the task, and its attempts are ended. */
  WITHDRAWN;

  /** All of them, by their ordinals. */
  static final TaskState[] BY_ORDINAL = values();

  @Override
  public boolean mayBecome(TaskState next) {
    return switch (this) {
      case BLOCKED -> next == WAITING || next == RUNNING || next == SUCCEEDED;
      case WAITING -> next != WAITING && next != FAILED;
      case RUNNING -> next != RUNNING;
      case WITHDRAWN -> next == WAITING || next == RUNNING || next == SUCCEEDED;
      case SUCCEEDED -> next == WAITING || next == BLOCKED || next == FAILED;
      case FAILED -> false;
    };
  }

  /** Whether a success of the task changes its state. */
  boolean isOpen() {
    return this != SUCCEEDED && this != FAILED;
  }
}
