package dev.muster.core.scheduler;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.IntRing;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one stage in flat arrays: the state of each, its tries, and the order in which those
 * that wait are taken. {@link TaskState} draws the transitions.
 *
 * <p>Tasks that were never tried are a counter. Only those that wait again, or whose own inputs
 * have come, are in a list. Rows beyond the size of the stage are of tasks that were withdrawn.
 */
final class TaskTable {

  /** How often a task may lose its node before it is taken for the cause. */
  static final int MAX_LOSSES = 50;

  private final Lifecycle<TaskState> lifecycle;
  private final int retries;

  /** Attempts begin after this number; those up to it are of older epochs. */
  private final int attemptsBefore;

  private byte[] state;
  private int[] attempts;
  private short[] losses;

  /** How many attempts of each task ended without its fault. */
  private int[] excused;

  /** How many of its own inputs each task lacks; null where no edge is one-to-one. */
  private int @Nullable [] missing;

  /** Tasks whose inputs have come, in that order. */
  private @Nullable IntRing unblocked;

  private final IntList again = new IntList();
  private final BitSet isAgain = new BitSet();
  private int size;
  private int fresh;
  private int waiting;
  private int running;
  private int succeeded;
  private int failed;
  private long started;

  TaskTable(int tasks, int retries, int attemptsBefore, Lifecycle<TaskState> lifecycle) {
    this.lifecycle = lifecycle;
    this.retries = retries;
    this.attemptsBefore = attemptsBefore;
    this.state = new byte[tasks];
    this.attempts = new int[tasks];
    this.losses = new short[tasks];
    this.excused = new int[tasks];
    this.size = tasks;
    this.waiting = tasks;
    Arrays.fill(state, (byte) TaskState.WAITING.ordinal());
  }

  /** Every task lacks so many inputs of its own. */
  void block(int inputs) {
    missing = new int[state.length];
    unblocked = new IntRing(state.length);
    Arrays.fill(missing, inputs);
    Arrays.fill(state, (byte) TaskState.BLOCKED.ordinal());
    waiting = 0;
    fresh = state.length;
  }

  /** One of its own inputs is there; whether the task waits from now on. */
  boolean inputCame(int task) {
    if (missing == null
        || unblocked == null
        || --missing[task] > 0
        || !is(task, TaskState.BLOCKED)) {
      return false;
    }
    change(task, TaskState.WAITING);
    waiting++;
    unblocked.add(task);
    return true;
  }

  private boolean is(int task, TaskState other) {
    return state[task] == other.ordinal();
  }

  TaskState state(int task) {
    return TaskState.BY_ORDINAL[state[task]];
  }

  private void change(int task, TaskState next) {
    state[task] = (byte) lifecycle.change(state(task), next).ordinal();
  }

  // The order of those that wait.

  /** Takes the next waiting task out of the order; it is started next, or put back. */
  int nextWaiting() {
    while (!again.isEmpty()) {
      int task = again.removeLast();
      isAgain.clear(task);
      if (is(task, TaskState.WAITING)) {
        return task;
      }
    }
    while (unblocked != null && !unblocked.isEmpty()) {
      int task = unblocked.removeFirst();
      if (is(task, TaskState.WAITING)) {
        return task;
      }
    }
    while (!is(fresh, TaskState.WAITING)) {
      fresh++;
    }
    return fresh++;
  }

  /** Not started after all. */
  void putBack(int task) {
    if (!isAgain.get(task)) {
      isAgain.set(task);
      again.add(task);
    }
  }

  // Starting.

  /** Starts an attempt of a task that waits. */
  void start(int task) {
    if (attempts[task] < attemptsBefore) {
      excused[task] += attemptsBefore - attempts[task];
      attempts[task] = attemptsBefore;
    }
    begin(task);
  }

  /** Whether an attempt of an older epoch is wanted: nothing is known of another. */
  boolean mayAdopt(int task) {
    return is(task, TaskState.WAITING) || is(task, TaskState.BLOCKED);
  }

  /** Takes over an attempt from an older epoch. */
  void adopt(int task, int attempt) {
    attempts[task] = attempt - 1;
    excused[task] = attempt - 1;
    begin(task);
  }

  private void begin(int task) {
    leave(task);
    change(task, TaskState.RUNNING);
    attempts[task]++;
    running++;
    started++;
  }

  /** Starts one more attempt of a task that runs; that costs the task nothing. */
  void startTwin(int task) {
    assert is(task, TaskState.RUNNING) : "only a running task has a twin";
    attempts[task]++;
    excused[task]++;
    started++;
  }

  /** The attempt that was started last never began: as if it had not been started. */
  void cancel(int task) {
    attempts[task]--;
    started--;
    waitAgain(task);
  }

  // Ending.

  /** Tasks that were done when the stage was taken over; each had an attempt at least. */
  void done(BitSet tasks) {
    for (int task = tasks.nextSetBit(0); task >= 0; task = tasks.nextSetBit(task + 1)) {
      succeed(task);
      started++;
    }
  }

  /** Records a success; false where the task was done or given up before. */
  boolean succeed(int task) {
    if (!state(task).isOpen()) {
      return false;
    }
    leave(task);
    change(task, TaskState.SUCCEEDED);
    succeeded += task < size ? 1 : 0;
    return true;
  }

  private void leave(int task) {
    switch (state(task)) {
      case RUNNING -> running--;
      case WAITING -> waiting--;
      case BLOCKED, SUCCEEDED, FAILED, WITHDRAWN -> {}
    }
  }

  /** The last attempt of a task failed by itself; whether the task is thereby given up. */
  boolean fail(int task) {
    int tried = attempts[task] - excused[task];
    return tried > retries ? giveUp(task) : waitAgain(task);
  }

  /** The last attempt of a task gave way to others; that costs the task nothing. */
  void giveWay(int task) {
    excused[task]++;
    waitAgain(task);
  }

  /** The last attempt of a task is gone with its node; whether the task is given up. */
  boolean lose(int task) {
    excused[task]++;
    losses[task]++;
    return losses[task] > MAX_LOSSES ? giveUp(task) : waitAgain(task);
  }

  private boolean giveUp(int task) {
    leave(task);
    change(task, TaskState.FAILED);
    failed++;
    return true;
  }

  private boolean waitAgain(int task) {
    leave(task);
    if (missing != null && missing[task] > 0) {
      change(task, TaskState.BLOCKED); // taken over before its inputs were on record
      return false;
    }
    change(task, TaskState.WAITING);
    waiting++;
    if (task < fresh) {
      putBack(task);
    }
    return false;
  }

  // Another size.

  /** Has a row for this task, though the stage may be smaller. */
  void reach(int task) {
    int before = state.length;
    if (task >= before) {
      int rows = Math.max(task + 1, before + (before >> 1));
      state = Arrays.copyOf(state, rows);
      attempts = Arrays.copyOf(attempts, rows);
      losses = Arrays.copyOf(losses, rows);
      excused = Arrays.copyOf(excused, rows);
      Arrays.fill(state, before, rows, (byte) TaskState.WITHDRAWN.ordinal());
    }
  }

  /**
   * The last task is no longer one of the stage. A success stays one, and the attempt that is under
   * way costs the task nothing.
   */
  void withdrawLast() {
    assert missing == null : "one-to-one edges fix the size of a stage";
    int task = --size;
    if (is(task, TaskState.SUCCEEDED)) {
      succeeded--;
      return;
    }
    excused[task] += is(task, TaskState.RUNNING) ? 1 : 0;
    leave(task);
    change(task, TaskState.WITHDRAWN);
  }

  /**
   * The stage has one more task: a new one, or one that was withdrawn.
   *
   * @param isUnderWay whether an attempt of the task has yet to end
   */
  void addNext(boolean isUnderWay) {
    int task = size++;
    reach(task);
    if (is(task, TaskState.SUCCEEDED)) {
      succeeded++;
    } else if (isUnderWay) {
      change(task, TaskState.RUNNING);
      running++;
      excused[task]--;
    } else {
      change(task, TaskState.WAITING);
      waiting++;
      if (task < fresh) {
        putBack(task);
      }
    }
  }

  /** A node has this attempt of a task that was withdrawn. */
  void adoptWithdrawn(int task, int attempt) {
    attempts[task] = Math.max(attempts[task], attempt);
    excused[task] = attempts[task];
    started++;
  }

  boolean isWithdrawn(int task) {
    return is(task, TaskState.WITHDRAWN);
  }

  boolean isWaiting(int task) {
    return is(task, TaskState.WAITING);
  }

  boolean isRunning(int task) {
    return is(task, TaskState.RUNNING);
  }

  /** How many tasks the stage has now. */
  int size() {
    return size;
  }

  int waiting() {
    return waiting;
  }

  int running() {
    return running;
  }

  int succeeded() {
    return succeeded;
  }

  int failed() {
    return failed;
  }

  /** How many attempts were started in all. */
  long started() {
    return started;
  }

  boolean complete() {
    return succeeded == size;
  }

  /** The number of the attempt that was started last. */
  int attempt(int task) {
    return attempts[task];
  }
}
