package dev.muster.core.scheduler;

import dev.muster.core.actor.flat.IntRing;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Where;

/**
 * The waiting tasks of a stage some of whose tasks prefer nodes.
 *
 * <p>Each waits on a stack of every node that it prefers. One that prefers none, or whose patience
 * is over, is free: any node will do that is as its stage requires. A task that left is struck from
 * stacks when it is met there, so that taking one for a node costs no search.
 */
final class PreferringTasks {

  final Preferences preferences;

  /** The reservations that are for a preference of one task. */
  final ReservationList preferred = new ReservationList();

  private final Trials trials;
  private final Patience patience;
  private final boolean[] waits;
  private final PreferenceStacks waiting;
  private final boolean[] free;
  private final IntRing freeTasks;
  private final boolean[] isListedFree;
  private int freeWaiting;

  PreferringTasks(Where where) {
    this.preferences = new Preferences(where.prefer());
    this.trials = new Trials(preferences);
    this.patience = new Patience(preferences.tasks(), where.patienceNs());
    this.waits = new boolean[preferences.tasks()];
    this.waiting = new PreferenceStacks(preferences);
    this.free = new boolean[preferences.tasks()];
    this.freeTasks = new IntRing(preferences.tasks());
    this.isListedFree = new boolean[preferences.tasks()];
    for (int task = 0; task < preferences.tasks(); task++) {
      waits(task);
    }
  }

  /** The task waits, from the start or once more. */
  void waits(int task) {
    waits[task] = true;
    for (int preference = preferences.first(task);
        preference < preferences.end(task);
        preference++) {
      waiting.put(preference);
    }
    if (preferences.first(task) == preferences.end(task)) {
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

  /** A task that may run on this node, best the one with the preference; -1 where none waits. */
  int next(int node, int preference) {
    if (preference >= 0 && waits[preferences.task(preference)]) {
      return preferences.task(preference);
    }
    int place = preferences.place(node);
    int preferring = place < 0 ? -1 : nextAt(place);
    return preferring >= 0 ? preferring : nextFree();
  }

  private int nextAt(int place) {
    int preference = waiting.take(place);
    while (preference >= 0 && !waits[preferences.task(preference)]) {
      preference = waiting.take(place);
    }
    return preference < 0 ? -1 : preferences.task(preference);
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

  void reserved(int preference, int slot) {
    trials.reserved(preference, slot);
  }

  void unreserved(int preference) {
    trials.unreserved(preference);
  }

  /** A round of questions is out for this task, or has ended without a place for it. */
  void asked(int task, boolean on) {
    trials.asked(task, on);
  }

  /** A preference with a reservation whose task no longer waits; -1 where there is none. */
  int nextLeft() {
    return trials.nextLeft();
  }

  /**
   * Another task's preference that the reservation for this one can serve; -1 where there is none.
   */
  int heir(int preference, int draws) {
    return trials.nextUnmet(preferences.placeOf(preference), draws);
  }

  /** The reservation for this preference; {@link ReservationTable#NONE} where there is none. */
  int slot(int preference) {
    return trials.slot(preference);
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
