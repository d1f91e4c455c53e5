package dev.muster.core.scheduler;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.IntRing;
import java.util.BitSet;

/**
 * The order in which the waiting tasks of one stage are taken: those that wait again, the latest
 * first; then those whose inputs have come, in that order; then those that were never tried, by
 * their index.
 *
 * <p>Tasks that were never tried are a counter. A task that no longer waits is skipped when its
 * turn comes.
 */
final class TaskOrder {

  /** No task. */
  static final int NONE = -1;

  private static final IntRing NO_TASKS = new IntRing(0);

  private final TaskTable tasks;
  private final IntList again = new IntList();
  private final BitSet isAgain = new BitSet();
  private IntRing unblocked = NO_TASKS;
  private final BitSet wasUnblocked = new BitSet();
  private int fresh;

  TaskOrder(TaskTable tasks) {
    this.tasks = tasks;
  }

  /** All of so many tasks wait for their own inputs first. */
  void block(int count) {
    unblocked = new IntRing(count);
    fresh = count;
  }

  /** Its inputs have come; again, where one of them was lost meanwhile. */
  void unblock(int task) {
    if (wasUnblocked.get(task)) {
      putBack(task);
    } else {
      wasUnblocked.set(task);
      unblocked.add(task);
    }
  }

  /** Takes the next one out of the order, which there must be. */
  int takeNext() {
    while (!again.isEmpty()) {
      int task = again.removeLast();
      isAgain.clear(task);
      if (tasks.isWaiting(task)) {
        return task;
      }
    }
    while (!unblocked.isEmpty()) {
      int task = unblocked.removeFirst();
      if (tasks.isWaiting(task)) {
        return task;
      }
    }
    while (!tasks.isWaiting(fresh)) {
      fresh++;
    }
    return fresh++;
  }

  /** The task waits; it is the next one if it was taken out. */
  void putBack(int task) {
    if (task < fresh && !isAgain.get(task)) {
      isAgain.set(task);
      again.add(task);
    }
  }
}
