package dev.muster.core.scheduler.task;

import dev.muster.core.actor.flat.IntList;
import java.util.BitSet;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The order in which the waiting tasks of one stage are taken: those that wait again, the latest
 * first; then those that read most, where that is known and differs; then, of stages without inputs
 * of their tasks' own, those that were never tried, by their index.
 *
 * <p>Tasks that were never tried are a counter; in stages whose tasks have inputs of their own, a
 * queue by size, to which they come with their inputs. A task that no longer waits is skipped when
 * its turn comes.
 */
public final class TaskOrder {

  /** No task. */
  public static final int NONE = -1;

  private static final TasksBySize NO_TASKS = new TasksBySize(0);

  /** Each once. */
  private static final class WaitingAgain {

    private final IntList tasks = new IntList();
    private final BitSet isIn = new BitSet();

    void add(int task) {
      if (!isIn.get(task)) {
        isIn.set(task);
        tasks.add(task);
      }
    }

    int removeLast() {
      int task = tasks.removeLast();
      isIn.clear(task);
      return task;
    }
  }

  private final TaskTable tasks;

  /** Made for the first of them, and so is the next: a job may have many stages of one task. */
  private @Nullable WaitingAgain again;

  private @Nullable BitSet wasUnblocked;
  private TasksBySize unblocked = NO_TASKS;
  private IntToLongFunction bytes = TaskOrder::allAlike;
  private int fresh;

  TaskOrder(TaskTable tasks) {
    this.tasks = tasks;
  }

  private static long allAlike(int task) {
    return 0;
  }

  /** All of so many tasks wait for their own inputs first. */
  void block(int count) {
    unblocked = new TasksBySize(count);
    wasUnblocked = new BitSet();
    fresh = count;
  }

  /** From now on those whose inputs come are ordered by how much they read. */
  public void orderBy(IntToLongFunction size) {
    bytes = size;
  }

  /** So many tasks that wait are ordered by how much they read. */
  public void orderAllBy(int count, IntToLongFunction size) {
    orderBy(size);
    block(count);
    for (int task = 0; task < count; task++) {
      unblock(task);
    }
  }

  /** Its inputs have come; again, where one of them was lost meanwhile. */
  void unblock(int task) {
    var before = Objects.requireNonNull(wasUnblocked, "no task is blocked");
    if (before.get(task)) {
      putBack(task);
    } else {
      before.set(task);
      unblocked.add(task, bytes.applyAsLong(task));
    }
  }

  /** Takes the next one out of the order, which there must be. */
  public int takeNext() {
    while (again != null && !again.tasks.isEmpty()) {
      int task = again.removeLast();
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
  public void putBack(int task) {
    if (task < fresh) {
      again = again == null ? new WaitingAgain() : again;
      again.add(task);
    }
  }
}
