package dev.muster.core.plan;

import dev.muster.core.flat.IntList;
import dev.muster.model.Demand;
import dev.muster.model.StageReport;
import dev.muster.model.StageSpec;
import dev.muster.model.Usage;

/**
 * The tasks of one stage, each waiting, running, done or failed.
 *
 * <pre>
 *   waiting --take--> running --succeeded--> done
 *      ^                 | failed, tries left
 *      +-----------------+ or lost with its node, or gave way
 *                        | failed, none left --> failed
 * </pre>
 *
 * <p>Tasks that were never tried are a counter; only those that wait again are in a list. A task
 * may have two attempts under way when a node came back from the dead: the first success counts.
 */
final class StagePlan {

  /** How often a task may lose its node before it is taken for the cause. */
  static final int MAX_LOSSES = 50;

  private static final byte WAITING = 0;
  private static final byte RUNNING = 1;
  private static final byte DONE = 2;
  private static final byte FAILED = 3;

  final StageSpec spec;
  final int index;
  final Demand demand;
  final ReservationList queued = new ReservationList();
  final ReservationList bound = new ReservationList();

  /** For how many of the waiting tasks nodes are being asked how busy they are. */
  int inRounds;

  private final byte[] state;
  private final int[] attempts;
  private final short[] losses;

  /** How many attempts of each task ended without its fault. */
  private final int[] excused;

  private final IntList again = new IntList();
  private int fresh;
  private int waiting;
  private int running;
  private int succeeded;
  private int failed;
  private long started;
  private int blockers;
  private Usage usage = Usage.NONE;

  StagePlan(StageSpec spec, int index, Demand demand) {
    this.spec = spec;
    this.index = index;
    this.demand = demand;
    this.state = new byte[spec.tasks()];
    this.attempts = new int[spec.tasks()];
    this.losses = new short[spec.tasks()];
    this.excused = new int[spec.tasks()];
    this.waiting = spec.tasks();
    this.blockers = spec.after().size();
  }

  /** Takes a task that waits and starts an attempt of it; -1 where none does. */
  int take() {
    if (waiting == 0) {
      return -1;
    }
    int task = nextWaiting();
    state[task] = RUNNING;
    attempts[task]++;
    waiting--;
    running++;
    started++;
    return task;
  }

  private int nextWaiting() {
    while (!again.isEmpty()) {
      int task = again.removeLast();
      if (state[task] == WAITING) {
        return task;
      }
    }
    while (state[fresh] != WAITING) {
      fresh++;
    }
    return fresh++;
  }

  /** Records a success; false where the task was done or given up before. */
  boolean succeeded(int task) {
    if (!open(task)) {
      return false;
    }
    leave(task, DONE);
    succeeded++;
    return true;
  }

  /** Records that a running attempt failed by itself; true where the task is thereby given up. */
  boolean failed(int task) {
    int tried = attempts[task] - excused[task];
    if (tried > spec.retries()) {
      leave(task, FAILED);
      failed++;
      return true;
    }
    leave(task, WAITING);
    return false;
  }

  /** Records that a running attempt gave way to others; that costs the task nothing. */
  void gaveWay(int task) {
    excused[task]++;
    leave(task, WAITING);
  }

  /** Records that a running attempt is gone with its node; true where the task is given up. */
  boolean lost(int task) {
    excused[task]++;
    losses[task]++;
    if (losses[task] > MAX_LOSSES) {
      leave(task, FAILED);
      failed++;
      return true;
    }
    leave(task, WAITING);
    return false;
  }

  private void leave(int task, byte next) {
    if (state[task] == RUNNING) {
      running--;
    } else {
      waiting--;
    }
    state[task] = next;
    if (next == WAITING) {
      waiting++;
      again.add(task);
    }
  }

  boolean isRunning(int task) {
    return state[task] == RUNNING;
  }

  private boolean open(int task) {
    return state[task] == WAITING || state[task] == RUNNING;
  }

  /** One of the stages before this one is complete. */
  void unblock() {
    blockers--;
  }

  boolean ready() {
    return blockers == 0;
  }

  boolean complete() {
    return succeeded == state.length;
  }

  int waiting() {
    return waiting;
  }

  int attempt(int task) {
    return attempts[task];
  }

  /** Counts what an attempt used. */
  void used(Usage more) {
    if (!more.equals(Usage.NONE)) {
      usage = usage.and(more);
    }
  }

  StageReport report() {
    return new StageReport(spec.name(), state.length, running, succeeded, failed, started, usage);
  }
}
