package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.IntRing;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.View;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks are sought a node for among those that they prefer, which of their preferences have a
 * reservation, and whose turn it is to get one.
 *
 * <p>First in first out: a task that was tried in vain goes behind the others.
 */
final class Trials {

  private final Preferences preferences;
  private final boolean[] sought;

  /** The reservation that is out for each preference, also while its task has just left. */
  private final @Nullable Reservation[] reservationOf;

  /** How many reservations are out for each task. */
  private final int[] out;

  /** For which tasks a round of questions is out. */
  private final boolean[] asked;

  private final boolean[] isTried;
  private int tried;

  private final IntRing lacking;
  private final boolean[] isLacking;

  /** Lacking, and none of the nodes that they prefer is there. */
  private final IntList stranded = new IntList();

  private final boolean[] isStranded;
  private View part = View.EMPTY;

  /** Of each place, preferences that may have no reservation. */
  private final PreferenceStacks unmet;

  /** Tasks that left while reservations were out for them. */
  private final IntList left = new IntList();

  Trials(Preferences preferences) {
    this.preferences = preferences;
    this.sought = new boolean[preferences.tasks()];
    this.reservationOf = new Reservation[preferences.count()];
    this.out = new int[preferences.tasks()];
    this.asked = new boolean[preferences.tasks()];
    this.isTried = new boolean[preferences.tasks()];
    this.lacking = new IntRing(preferences.tasks());
    this.isLacking = new boolean[preferences.tasks()];
    this.isStranded = new boolean[preferences.tasks()];
    this.unmet = new PreferenceStacks(preferences);
  }

  /** The task waits, and only nodes that it prefers will do. */
  void seek(int task) {
    sought[task] = true;
    recount(task);
    lacks(task);
  }

  /** The task waits, and any node will do from now on. */
  void free(int task) {
    sought[task] = false;
    recount(task);
  }

  /** The task no longer waits. */
  void leaves(int task) {
    sought[task] = false;
    asked[task] = false;
    recount(task);
    if (out[task] > 0) {
      left.add(task);
    }
  }

  /** The task has less out than it should: its turn comes after all that lack something now. */
  void lacks(int task) {
    if (!isLacking[task]) {
      isLacking[task] = true;
      lacking.add(task);
    }
    for (int preference = preferences.first(task);
        preference < preferences.end(task);
        preference++) {
      if (reservationOf[preference] == null) {
        unmet.put(preference);
      }
    }
  }

  /** The next task that lacks some; -1 after the last, or where so many are being tried. */
  int nextLacking(int atMost) {
    while (!lacking.isEmpty()) {
      int task = lacking.first();
      boolean more = sought[task] && !isTried[task];
      if (more && tried >= atMost) {
        return -1;
      }
      lacking.removeFirst();
      isLacking[task] = false;
      if (sought[task]) {
        return task;
      }
    }
    return -1;
  }

  /** Nothing can be done for the task until other nodes are there. */
  void strand(int task) {
    if (!isStranded[task]) {
      isStranded[task] = true;
      stranded.add(task);
    }
  }

  /** These are the nodes from now on. */
  void see(View nodes) {
    if (part != nodes) {
      part = nodes;
      while (!stranded.isEmpty()) {
        int task = stranded.removeLast();
        isStranded[task] = false;
        lacks(task);
      }
    }
  }

  /** A reservation is out for this preference. */
  void reserved(Reservation reservation) {
    int preference = reservation.preference();
    reservationOf[preference] = reservation;
    out[preferences.task(preference)]++;
    recount(preferences.task(preference));
  }

  /** It no longer is. */
  void unreserved(int preference) {
    int task = preferences.task(preference);
    reservationOf[preference] = null;
    out[task]--;
    recount(task);
    if (sought[task]) {
      lacks(task);
    }
  }

  /** A round of questions is out for this task; or no longer, and it lacks one again. */
  void asked(int task, boolean on) {
    asked[task] = on;
    recount(task);
    if (!on) {
      lacks(task);
    }
  }

  private void recount(int task) {
    boolean now = sought[task] && (out[task] > 0 || asked[task]);
    tried += (now ? 1 : 0) - (isTried[task] ? 1 : 0);
    isTried[task] = now;
  }

  /** A preference with a reservation whose task no longer waits; -1 where there is none. */
  int nextLeft() {
    while (!left.isEmpty()) {
      int task = left.at(left.size() - 1);
      for (int preference = preferences.first(task);
          preference < preferences.end(task) && !sought[task];
          preference++) {
        if (reservationOf[preference] != null) {
          return preference;
        }
      }
      left.removeLast();
    }
    return -1;
  }

  /**
   * A preference for this place without a reservation, of a task that has fewer than so many; -1
   * where there is none.
   */
  int nextUnmet(int place, int fewerThan) {
    int preference = unmet.take(place);
    while (preference >= 0 && !isUnmet(preference, fewerThan)) {
      preference = unmet.take(place);
    }
    return preference;
  }

  private boolean isUnmet(int preference, int fewerThan) {
    int task = preferences.task(preference);
    return sought[task] && reservationOf[preference] == null && out[task] < fewerThan;
  }

  @Nullable Reservation reservation(int preference) {
    return reservationOf[preference];
  }

  int out(int task) {
    return out[task];
  }

  boolean isTried(int task) {
    return isTried[task];
  }

  /** For how many tasks something is out. */
  int tried() {
    return tried;
  }
}
