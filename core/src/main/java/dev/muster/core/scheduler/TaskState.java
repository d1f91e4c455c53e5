package dev.muster.core.scheduler;

import dev.muster.core.actor.Lifecycle;

/**
 * The way of a task.
 *
 * <pre>
 *   BLOCKED --its own inputs are there--> WAITING --start--> RUNNING --> SUCCEEDED
 *                                            ^                  | failed, tries left
 *                                            +------------------+ or lost, or gave way
 *                                                               | failed, none left --> FAILED
 * </pre>
 *
 * <p>A task that waits may succeed too: an attempt that was given up as lost came back. And one
 * that is blocked may run: an older epoch started it, and has not put its inputs on record; when it
 * does not succeed it is blocked again.
 */
enum TaskState implements Lifecycle.State<TaskState> {
  /** Waits for inputs of its own: only where an edge is one-to-one. */
  BLOCKED,
  WAITING,
  RUNNING,
  SUCCEEDED,
  FAILED;

  /** All of them, by their ordinals. */
  static final TaskState[] BY_ORDINAL = values();

  @Override
  public boolean mayBecome(TaskState next) {
    return switch (this) {
      case BLOCKED -> next == WAITING || next == RUNNING || next == SUCCEEDED;
      case WAITING -> next == RUNNING || next == SUCCEEDED;
      case RUNNING -> next != RUNNING;
      case SUCCEEDED, FAILED -> false;
    };
  }

  boolean isOpen() {
    return this == BLOCKED || this == WAITING || this == RUNNING;
  }
}
