package dev.muster.core.scheduler.task;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.scheduler.place.StagePlacer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The tasks of one stage and their states, in flat arrays. {@link TaskState} draws the transitions.
 *
 * <p>Rows beyond the size of the stage are of tasks that were withdrawn.
 */
public final class TaskTable {

  private static final int[] NO_INPUTS = {};

  private final Lifecycle<TaskState> lifecycle;
  private final TaskTries tries;
  private final TaskOrder order = new TaskOrder(this);
  private StagePlacer placer = NoPlacer.BEFORE_OPEN;
  private byte[] state;

  /** How many tasks of the stage are in each state. */
  private final int[] counts = new int[TaskState.BY_ORDINAL.length];

  /** How many of its own inputs each task lacks; empty where no edge is one-to-one. */
  private int[] missing = NO_INPUTS;

  private int size;
  private long started;

  public TaskTable(int tasks, int retries, int attemptsBefore, Lifecycle<TaskState> lifecycle) {
    this.lifecycle = lifecycle;
    this.tries = new TaskTries(tasks, retries, attemptsBefore);
    this.state = new byte[tasks];
    this.size = tasks;
    fill(TaskState.WAITING);
  }

  private void fill(TaskState all) {
    Arrays.fill(state, (byte) all.ordinal());
    Arrays.fill(counts, 0);
    counts[all.ordinal()] = size;
  }

  /** In which order its tasks are taken that wait. */
  public TaskOrder order() {
    return order;
  }

  /** From now on this placer learns which tasks begin to wait, and which no longer do. */
  public void follow(StagePlacer next) {
    placer = next;
  }

  /** Every task lacks so many inputs of its own. */
  public void block(int inputs) {
    missing = new int[size];
    Arrays.fill(missing, inputs);
    fill(TaskState.BLOCKED);
    order.block(size);
  }

  /** One of its own inputs is there; whether the task waits from now on. */
  public boolean inputCame(int task) {
    if (--missing[task] > 0 || !is(task, TaskState.BLOCKED)) {
      return false;
    }
    order.unblock(task);
    change(task, TaskState.WAITING);
    return true;
  }

  /** One of its own inputs is lost; the task may run already, with that input. */
  public void inputLost(int task) {
    missing[task]++;
    if (is(task, TaskState.WAITING)) {
      change(task, TaskState.BLOCKED);
    }
  }

  // States.

  private boolean is(int task, TaskState other) {
    return state[task] == other.ordinal();
  }

  public TaskState state(int task) {
    return TaskState.BY_ORDINAL[state[task]];
  }

  /** The only place where a task changes its state; those beyond the size are not counted. */
  private void change(int task, TaskState next) {
    var before = state(task);
    state[task] = (byte) lifecycle.change(before, next).ordinal();
    if (task < size) {
      counts[before.ordinal()]--;
      counts[next.ordinal()]++;
    }
    if (before == TaskState.WAITING) {
      placer.leaves(task);
    } else if (next == TaskState.WAITING) {
      placer.waits(task);
    }
  }

  // Starting.

  /** Starts an attempt of a task that waits. */
  public void start(int task) {
    tries.start(task);
    run(task);
  }

  private void run(int task) {
    started++;
    change(task, TaskState.RUNNING);
  }

  /** Whether an attempt of an older epoch is wanted: nothing is known of another. */
  public boolean mayAdopt(int task) {
    return is(task, TaskState.WAITING) || is(task, TaskState.BLOCKED);
  }

  /** Takes over an attempt from an older epoch; of a task that was withdrawn, to end it. */
  public void adopt(int task, int attempt) {
    if (isWithdrawn(task)) {
      tries.adoptExcused(task, attempt);
      started++;
    } else {
      tries.adopt(task, attempt);
      run(task);
    }
  }

  /** Starts one more attempt of a task that runs; that costs the task nothing. */
  public void startTwin(int task) {
    assert isRunning(task) : "only a running task has a twin";
    tries.startExcused(task);
    started++;
  }

  /** The attempt that was started last never began: as if it had not been started. */
  public void cancel(int task) {
    tries.cancel(task);
    started--;
    waitAgain(task);
  }

  // Ending.

  /** Tasks that were done when the stage was taken over; each had an attempt at least. */
  public void markDone(BitSet tasks) {
    for (int task = tasks.nextSetBit(0); task >= 0; task = tasks.nextSetBit(task + 1)) {
      succeed(task);
      started++;
    }
  }

  /** Records a success; false where the task was done or given up before. */
  public boolean succeed(int task) {
    if (!state(task).isOpen()) {
      return false;
    }
    if (isRunning(task)) {
      tries.excuse(task);
    }
    change(task, TaskState.SUCCEEDED);
    return true;
  }

  /**
   * The output of a task that has succeeded is lost, and needed: the task runs again, which costs
   * it nothing; whether the task is given up instead.
   */
  public boolean reopen(int task) {
    return endTry(task, tries.loseOutput(task));
  }

  /** The last attempt of a task failed by itself; whether the task is thereby given up. */
  public boolean fail(int task) {
    return endTry(task, tries.areSpent(task));
  }

  /** The last attempt of a task gave way to others; that costs the task nothing. */
  public void giveWay(int task) {
    tries.excuse(task);
    waitAgain(task);
  }

  /** The last attempt of a task is gone with its node; whether the task is given up. */
  public boolean lose(int task) {
    return endTry(task, tries.lose(task));
  }

  /**
   * The last attempt of a task was not started by its node; that costs the task nothing.
   *
   * @return whether the task is given up
   */
  public boolean notStarted(int task, boolean giveUp) {
    tries.excuse(task);
    return endTry(task, giveUp);
  }

  private boolean endTry(int task, boolean giveUp) {
    if (giveUp) {
      change(task, TaskState.FAILED);
    } else {
      waitAgain(task);
    }
    return giveUp;
  }

  private void waitAgain(int task) {
    if (missing.length > 0 && missing[task] > 0) {
      change(task, TaskState.BLOCKED); // taken over before its inputs were on record
      return;
    }
    order.putBack(task);
    change(task, TaskState.WAITING);
  }

  // Another size.

  /** Has a row for this task, though the stage may be smaller. */
  public void ensureRow(int task) {
    int before = state.length;
    if (task >= before) {
      int rows = Math.max(task + 1, before + (before >> 1));
      state = Arrays.copyOf(state, rows);
      tries.grow(rows);
      Arrays.fill(state, before, rows, (byte) TaskState.WITHDRAWN.ordinal());
    }
  }

  /**
   * The last task is no longer one of the stage. A success stays one, and the attempt that is under
   * way costs the task nothing.
   */
  public void withdrawLast() {
    assert missing.length == 0 : "one-to-one edges fix the size of a stage";
    int task = size - 1;
    if (isRunning(task)) {
      tries.excuse(task);
    }
    if (!is(task, TaskState.SUCCEEDED)) {
      change(task, TaskState.WITHDRAWN);
    }
    counts[state[task]]--;
    size--;
  }

  /**
   * The stage has one more task: a new one, or one that was withdrawn.
   *
   * @param isUnderWay whether an attempt of the task has yet to end
   */
  public void addNext(boolean isUnderWay) {
    int task = size;
    ensureRow(task);
    counts[state[task]]++;
    size++;
    if (is(task, TaskState.SUCCEEDED)) {
      return;
    }
    if (isUnderWay) {
      tries.accuse(task);
      change(task, TaskState.RUNNING);
    } else {
      waitAgain(task);
    }
  }

  // What is known.

  /** Whether there is a row for this task. */
  public boolean has(int task) {
    return task >= 0 && task < state.length;
  }

  public boolean isWithdrawn(int task) {
    return is(task, TaskState.WITHDRAWN);
  }

  public boolean isWaiting(int task) {
    return is(task, TaskState.WAITING);
  }

  public boolean isRunning(int task) {
    return is(task, TaskState.RUNNING);
  }

  public boolean hasSucceeded(int task) {
    return is(task, TaskState.SUCCEEDED);
  }

  /** How many tasks the stage has now. */
  public int size() {
    return size;
  }

  /** How many of them are in this state. */
  private int count(TaskState of) {
    return counts[of.ordinal()];
  }

  public int waiting() {
    return count(TaskState.WAITING);
  }

  public int running() {
    return count(TaskState.RUNNING);
  }

  public int succeeded() {
    return count(TaskState.SUCCEEDED);
  }

  public int failed() {
    return count(TaskState.FAILED);
  }

  /** How many attempts were started in all. */
  public long started() {
    return started;
  }

  /** Whether every task has succeeded. */
  public boolean isComplete() {
    return succeeded() == size;
  }

  /** The number of the attempt that was started last. */
  public int attempt(int task) {
    return tries.latest(task);
  }
}
