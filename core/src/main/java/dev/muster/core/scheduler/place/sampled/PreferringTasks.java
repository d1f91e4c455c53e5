package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.IntRing;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.model.Where;
import java.util.function.IntPredicate;

/**
 * The waiting tasks of a stage some of whose tasks prefer nodes.
 *
 * <p>Each waits on a stack of every node that it prefers. One that prefers none, or whose patience
 * is over, is free: any node will do that is as its stage requires. A task that left is struck from
 * stacks when it is met there, so that taking one for a node costs no search.
 */
public final class PreferringTasks {

  /** How many tasks are passed over that may not be tried on a node which asks for one. */
  private static final int MAX_PASSED_OVER = 64;

  final Preferences preferences;

  /** The search for nodes that tasks prefer. */
  public final PreferenceSearch search;

  private final Patience patience;
  private final boolean[] waits;
  private final PreferenceStacks waiting;
  private final boolean[] free;
  private final IntRing freeTasks;
  private final boolean[] isListedFree;
  private int freeWaiting;

  /**
   * @param isWaiting which tasks wait already
   */
  public PreferringTasks(Where where, IntPredicate isWaiting) {
    this.preferences = new Preferences(where.prefer());
    this.search = new PreferenceSearch(preferences);
    this.patience = new Patience(preferences.tasks(), where.patienceNs());
    this.waits = new boolean[preferences.tasks()];
    this.waiting = new PreferenceStacks(preferences);
    this.free = new boolean[preferences.tasks()];
    this.freeTasks = new IntRing(preferences.tasks());
    this.isListedFree = new boolean[preferences.tasks()];
    for (int task = 0; task < preferences.tasks(); task++) {
      if (isWaiting.test(task)) {
        waits(task);
      }
    }
  }

  /** The task waits, from the start or once more. */
  public void waits(int task) {
    waits[task] = true;
    for (int preference = preferences.first(task);
        preference < preferences.end(task);
        preference++) {
      waiting.put(preference);
    }
    if (preferences.first(task) == preferences.end(task)) {
      free(task);
    } else {
      search.seek(task);
    }
  }

  private void free(int task) {
    free[task] = true;
    freeWaiting++;
    listFree(task);
  }

  private void listFree(int task) {
    if (!isListedFree[task]) {
      isListedFree[task] = true;
      freeTasks.add(task);
    }
  }

  /** The task no longer waits. */
  public void leaves(int task) {
    waits[task] = false;
    freeWaiting -= free[task] ? 1 : 0;
    free[task] = false;
    patience.end(task);
    search.leaves(task);
  }

  /** A task that may run on this node, best the one with the preference; -1 where none waits. */
  public int next(int node, int preference) {
    if (preference >= 0 && waits[preferences.task(preference)]) {
      return preferences.task(preference);
    }
    int place = preferences.place(node);
    int preferring = place < 0 ? -1 : nextAt(place);
    return preferring >= 0 ? preferring : nextFree();
  }

  /**
   * Another task than this one, which was the next; -1 where there is none.
   *
   * @param isBarred the tasks that are not to be tried there, which wait on
   */
  int nextOther(int task, int node, IntPredicate isBarred) {
    var passed = new IntList();
    int found = task;
    while (found >= 0 && isBarred.test(found)) {
      passed.add(found);
      found = passed.size() < MAX_PASSED_OVER ? next(node, Reservation.NO_PREFERENCE) : -1;
    }
    while (!passed.isEmpty()) {
      waitOn(passed.removeLast(), node);
    }
    return found;
  }

  /** The task was taken for this node and is not started there. */
  private void waitOn(int task, int node) {
    int preference = preferences.find(task, node);
    if (preference >= 0) {
      waiting.put(preference);
    }
    if (free[task]) {
      listFree(task);
    }
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

  public int freeWaiting() {
    return freeWaiting;
  }

  /** Frees the tasks whose patience is over. */
  public void widen(long nowNs) {
    for (int task = patience.nextOver(nowNs); task >= 0; task = patience.nextOver(nowNs)) {
      if (!free[task]) {
        search.free(task);
        free(task);
      }
    }
  }

  /** When {@link #widen} is due, where that is not known yet; else -1. */
  public long nextWakeNs() {
    return patience.nextWakeNs();
  }

  /** Nodes that the task prefers are sought from now on: its patience begins, unless it has. */
  public void searches(int task, long nowNs) {
    patience.begin(task, nowNs);
  }

  /**
   * Another task's preference that the reservation for this one can serve; -1 where there is none.
   */
  int heir(int preference, int draws) {
    return search.nextUnmet(preferences.placeOf(preference), draws);
  }
}
