package dev.muster.core.scheduler;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Demand;
import dev.muster.model.RunResult;
import dev.muster.model.StageReport;
import dev.muster.model.StageSpec;
import dev.muster.model.Usage;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

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
 * <p>Tasks that were never tried are a counter; only those that wait again are in a list. Where
 * tasks prefer nodes, {@link PreferringTasks} has them instead. A task may have two attempts under
 * way when a node came back from the dead: the first success counts.
 */
final class StagePlan {

  /** How often a task may lose its node before it is taken for the cause. */
  static final int MAX_LOSSES = 50;

  private static final byte WAITING = 0;
  private static final byte RUNNING = 1;
  private static final byte DONE = 2;
  private static final byte FAILED = 3;

  final StageSpec spec;

  /** The same for one task that has its item and its place. */
  final StageSpec ofOneTask;

  final int index;
  final Demand demand;

  /** Of a stage with preferences: only those that are for no task in particular. */
  final ReservationList queued = new ReservationList();

  final ReservationList bound = new ReservationList();

  /** For how many of the waiting tasks nodes are being asked how busy they are. */
  int inRounds;

  /** Whether it waits for a {@link Committer} to place its tasks, and since when. */
  boolean inLine;

  long inLineSinceNs;

  /** How its tasks got room in the state of the cell. */
  final PlacedCount placed = new PlacedCount();

  /** How long its tasks take. */
  final StageTimes times;

  /** How often in a row no task of it found room in the cell. */
  int vainTries;

  /** Null where no task prefers any node, or a {@link Committer} sees to what it prefers. */
  final @Nullable PreferringTasks preferring;

  /** Attempts begin after this number; those up to it are of schedulers that died. */
  private final int attemptsBefore;

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
  private View seen = View.EMPTY;
  private View part = View.EMPTY;
  private Usage usage = Usage.NONE;

  StagePlan(StageSpec spec, int index, Demand demand) {
    this(spec, index, demand, 0, true);
  }

  /**
   * @param stacked whether tasks that prefer nodes wait on stacks of these
   */
  StagePlan(StageSpec spec, int index, Demand demand, int attemptsBefore, boolean stacked) {
    this.spec = spec;
    this.ofOneTask = spec.forOneTask();
    this.index = index;
    this.demand = demand;
    this.times = new StageTimes(spec.limits().estimateNs());
    this.attemptsBefore = attemptsBefore;
    this.state = new byte[spec.tasks()];
    this.attempts = new int[spec.tasks()];
    this.losses = new short[spec.tasks()];
    this.excused = new int[spec.tasks()];
    this.waiting = spec.tasks();
    this.blockers = spec.after().size();
    this.preferring =
        stacked && spec.where().hasPreferences() ? new PreferringTasks(spec.where()) : null;
  }

  /** The nodes that its tasks may run on, of those of the cell. */
  View part(View cell) {
    if (seen != cell) {
      seen = cell;
      part = cell.meeting(spec.where().require());
    }
    return part;
  }

  /** Its tasks, some of which prefer nodes. */
  PreferringTasks preferring() {
    if (preferring == null) {
      throw new IllegalStateException("no task of stage " + spec.name() + " prefers a node");
    }
    return preferring;
  }

  /** Where reservations for this preference, or for none in particular, are listed while queued. */
  ReservationList queuedFor(int preference) {
    return preference == ReservationTable.NONE ? queued : preferring().preferred;
  }

  void reserved(int preference, int slot) {
    if (preference != ReservationTable.NONE) {
      preferring().reserved(preference, slot);
    }
  }

  void unreserved(int preference) {
    if (preference != ReservationTable.NONE) {
      preferring().unreserved(preference);
    }
  }

  /** Takes a task that waits and starts an attempt of it; -1 where none does. */
  int take() {
    if (waiting == 0) {
      return -1;
    }
    return start(nextWaiting());
  }

  /**
   * As {@link #take}, a task that may run on this node, and if it waits the one that has this
   * preference.
   */
  int take(int node, int preference) {
    if (preferring == null) {
      return take();
    }
    int task = preferring.next(node, preference);
    if (task >= 0) {
      preferring.leaves(task);
      start(task);
    }
    return task;
  }

  /** Takes this task, which waits, whatever others do. */
  int takeOne(int task) {
    if (preferring != null) {
      preferring.leaves(task);
    }
    return start(task);
  }

  private int start(int task) {
    if (attempts[task] < attemptsBefore) {
      excused[task] += attemptsBefore - attempts[task];
      attempts[task] = attemptsBefore;
    }
    return begin(task);
  }

  /** Takes over an attempt of a waiting task from a scheduler that died. */
  void adopt(int task, int attempt) {
    if (preferring != null) {
      preferring.leaves(task);
    }
    attempts[task] = attempt - 1;
    excused[task] = attempt - 1;
    begin(task);
  }

  private int begin(int task) {
    state[task] = RUNNING;
    attempts[task]++;
    waiting--;
    running++;
    started++;
    return task;
  }

  /** Strikes a task that waits from the list of those; it is taken next, or {@link #waitsOn}. */
  int nextWaiting() {
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

  /** Tasks that were done when the stage was taken over; each had an attempt at least. */
  void done(BitSet tasks) {
    for (int task = tasks.nextSetBit(0); task >= 0; task = tasks.nextSetBit(task + 1)) {
      succeeded(task);
      started++;
    }
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
    if (tried > spec.limits().retries()) {
      leave(task, FAILED);
      failed++;
      return true;
    }
    leave(task, WAITING);
    return false;
  }

  /** The attempt that was started last never began: as if it had not been taken. */
  void untake(int task) {
    attempts[task]--;
    started--;
    leave(task, WAITING);
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
      if (preferring != null) {
        preferring.leaves(task);
      }
    }
    state[task] = next;
    if (next == WAITING) {
      waiting++;
      waitsAgain(task);
    }
  }

  /** Not taken after all. */
  void waitsOn(int task) {
    again.add(task);
  }

  /** One that was taken over and lost may never have been in the list: it is not there twice. */
  private void waitsAgain(int task) {
    if (preferring != null) {
      preferring.waits(task);
    } else if (task < fresh) {
      again.add(task);
    }
  }

  boolean isWaiting(int task) {
    return state[task] == WAITING;
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

  int running() {
    return running;
  }

  int attempt(int task) {
    return attempts[task];
  }

  /** An attempt has ended so long after it got its room. */
  void took(RunResult result, long ns) {
    if (result.succeeded()) {
      times.note(ns);
    }
  }

  /** Counts what an attempt used. */
  void used(Usage more) {
    if (!more.equals(Usage.NONE)) {
      usage = usage.and(more);
    }
  }

  StageReport report() {
    return new StageReport(
        spec.name(), state.length, running, succeeded, failed, started, usage, placed.sum());
  }
}
