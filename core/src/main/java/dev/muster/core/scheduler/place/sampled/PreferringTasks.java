package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.actor.flat.IntRing;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Where;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The waiting tasks of a stage some of whose tasks prefer nodes.
 *
 * <p>Each waits on a stack of every node that it prefers. One that prefers none, or whose patience
 * is over, is free: any node will do that is as its stage requires. A task that left is struck from
 * stacks when it is met there, so that taking one for a node costs no search.
 */
public final class PreferringTasks {

  final Preferences preferences;

  private final Trials trials;
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
    this.trials = new Trials(preferences);
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
  public void leaves(int task) {
    waits[task] = false;
    freeWaiting -= free[task] ? 1 : 0;
    free[task] = false;
    patience.end(task);
    trials.leaves(task);
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

  /** These are the nodes from now on. */
  public void see(View nodes) {
    trials.see(nodes);
  }

  /** Frees the tasks whose patience is over. */
  public void widen(long nowNs) {
    for (int task = patience.nextOver(nowNs); task >= 0; task = patience.nextOver(nowNs)) {
      if (!free[task]) {
        trials.free(task);
        free(task);
      }
    }
  }

  /** When {@link #widen} is due, where that is not known yet; else -1. */
  public long nextWakeNs() {
    return patience.nextWakeNs();
  }

  /** The next task that lacks something out for it; -1 after the last, or at the limit. */
  public int nextLacking(int atMost) {
    return trials.nextLacking(atMost);
  }

  /** The task is being tried where it prefers to run. */
  public void tries(int task, long nowNs) {
    patience.begin(task, nowNs);
  }

  /** The task was tried in vain; others are first now. */
  public void lacks(int task) {
    trials.lacks(task);
  }

  /** None of the nodes that it prefers is there. */
  public void strand(int task) {
    trials.strand(task);
  }

  void reserved(Reservation reservation) {
    trials.reserved(reservation);
  }

  void unreserved(int preference) {
    trials.unreserved(preference);
  }

  /** A round of questions is out for this task, or has ended without a place for it. */
  public void asked(int task, boolean on) {
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

  /** The reservation for this preference; null where there is none. */
  @Nullable Reservation reservation(int preference) {
    return trials.reservation(preference);
  }

  /** How many reservations are out for this task. */
  int out(int task) {
    return trials.out(task);
  }

  public boolean isTried(int task) {
    return trials.isTried(task);
  }

  /** For how many tasks that are not free something is out. */
  public int tried() {
    return trials.tried();
  }
}
