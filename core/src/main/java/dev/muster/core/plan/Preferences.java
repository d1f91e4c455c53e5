package dev.muster.core.plan;

import dev.muster.core.flat.IntRing;
import dev.muster.core.place.View;
import dev.muster.model.Where;

/**
 * The waiting tasks of a stage some of whose tasks prefer nodes.
 *
 * <p>Each waits on a stack of every node that it prefers. One that prefers none, or whose patience
 * is over, is free: any node will do that is as its stage requires. A task that left is struck from
 * stacks when it is met there, so that taking one for a node costs no search.
 */
final class Preferences {

  final Wishes wishes;

  /** The reservations that are for a wish of one task. */
  final ReservationList wished = new ReservationList();

  private final Trials trials;
  private final Patience patience;
  private final boolean[] waits;
  private final WishStacks waiting;
  private final boolean[] free;
  private final IntRing freeTasks;
  private final boolean[] isListedFree;
  private int freeWaiting;

  Preferences(Where where) {
    this.wishes = new Wishes(where.prefer());
    this.trials = new Trials(wishes);
    this.patience = new Patience(wishes.tasks(), where.patienceNs());
    this.waits = new boolean[wishes.tasks()];
    this.waiting = new WishStacks(wishes);
    this.free = new boolean[wishes.tasks()];
    this.freeTasks = new IntRing(wishes.tasks());
    this.isListedFree = new boolean[wishes.tasks()];
    for (int task = 0; task < wishes.tasks(); task++) {
      waits(task);
    }
  }

  /** The task waits, from the start or once more. */
  void waits(int task) {
    waits[task] = true;
    for (int wish = wishes.first(task); wish < wishes.end(task); wish++) {
      waiting.put(wish);
    }
    if (wishes.first(task) == wishes.end(task)) {
      free(task);
    } else {
      trials.seek(task);
    }
  }

  private void free(int task) {
    free[task] = true;
    freeWaiting++;
    if (!isListedFree[task]) {
      isListedFree[task] = true;
      freeTasks.add(task);
    }
  }

  /** The task no longer waits. */
  void leaves(int task) {
    waits[task] = false;
    freeWaiting -= free[task] ? 1 : 0;
    free[task] = false;
    patience.end(task);
    trials.leaves(task);
  }

  /** A task that may run on this node, best the one with the wish; -1 where none waits. */
  int next(int node, int wish) {
    if (wish >= 0 && waits[wishes.task(wish)]) {
      return wishes.task(wish);
    }
    int place = wishes.place(node);
    int preferring = place < 0 ? -1 : nextAt(place);
    return preferring >= 0 ? preferring : nextFree();
  }

  private int nextAt(int place) {
    int wish = waiting.take(place);
    while (wish >= 0 && !waits[wishes.task(wish)]) {
      wish = waiting.take(place);
    }
    return wish < 0 ? -1 : wishes.task(wish);
  }

  private int nextFree() {
    while (!freeTasks.isEmpty()) {
      int task = freeTasks.removeFirst();
      isListedFree[task] = false;
      if (free[task]) {
        return task;
      }
    }
    return -1;
  }

  int freeWaiting() {
    return freeWaiting;
  }

  /** These are the nodes from now on. */
  void see(View nodes) {
    trials.see(nodes);
  }

  /** Frees the tasks whose patience is over. */
  void widen(long nowNs) {
    for (int task = patience.nextOver(nowNs); task >= 0; task = patience.nextOver(nowNs)) {
      if (!free[task]) {
        trials.free(task);
        free(task);
      }
    }
  }

  /** When {@link #widen} is due, where that is not known yet; else -1. */
  long nextWakeNs() {
    return patience.nextWakeNs();
  }

  /** The next task that lacks something out for it; -1 after the last, or at the limit. */
  int nextLacking(int atMost) {
    return trials.nextLacking(atMost);
  }

  /** The task is being tried where it prefers to run. */
  void tries(int task, long nowNs) {
    patience.begin(task, nowNs);
  }

  /** The task was tried in vain; others are first now. */
  void lacks(int task) {
    trials.lacks(task);
  }

  /** None of the nodes that it prefers is there. */
  void strand(int task) {
    trials.strand(task);
  }

  void reserved(int wish, int slot) {
    trials.reserved(wish, slot);
  }

  void unreserved(int wish) {
    trials.unreserved(wish);
  }

  /** A round of questions is out for this task, or has ended without a place for it. */
  void asked(int task, boolean on) {
    trials.asked(task, on);
  }

  /** A wish with a reservation whose task no longer waits; -1 where there is none. */
  int nextLeft() {
    return trials.nextLeft();
  }

  /** Another task's wish that the reservation for this one can serve; -1 where there is none. */
  int heir(int wish, int draws) {
    return trials.nextUnfulfilled(wishes.placeOf(wish), draws);
  }

  /** The reservation for this wish; {@link ReservationTable#NONE} where there is none. */
  int slot(int wish) {
    return trials.slot(wish);
  }

  /** How many reservations are out for this task. */
  int out(int task) {
    return trials.out(task);
  }

  boolean isTried(int task) {
    return trials.isTried(task);
  }

  /** For how many tasks that are not free something is out. */
  int tried() {
    return trials.tried();
  }
}
