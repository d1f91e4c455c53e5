package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.IntRing;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.View;
import org.jspecify.annotations.Nullable;

/**
 * The search for nodes that tasks prefer: for which tasks a node is sought, which of their
 * preferences have a reservation, and which task is next to get one.
 *
 * <p>First in first out: a task that was searched for in vain goes behind the others.
 */
public final class PreferenceSearch {

  private final Preferences preferences;
  private final boolean[] sought;

  /** The reservation that is out for each preference, also while its task has just left. */
  private final @Nullable Reservation[] reservationOf;

  /** How many reservations are out for each task. */
  private final int[] out;

  /** For which tasks nodes are being probed. */
  private final boolean[] probing;

  /** For which tasks a reservation or a probe is out. */
  private final boolean[] isSearching;

  private int searching;

  private final IntRing lacking;
  private final boolean[] isLacking;

  /** Lacking, and none of the nodes that they prefer is there. */
  private final IntList stranded = new IntList();

  private final boolean[] isStranded;
  private View part = View.EMPTY;
  private long avoidedSequence;

  /** Of each place, preferences that may have no reservation. */
  private final PreferenceStacks unmet;

  /** Tasks that left while reservations were out for them. */
  private final IntList left = new IntList();

  PreferenceSearch(Preferences preferences) {
    this.preferences = preferences;
    this.sought = new boolean[preferences.tasks()];
    this.reservationOf = new Reservation[preferences.count()];
    this.out = new int[preferences.tasks()];
    this.probing = new boolean[preferences.tasks()];
    this.isSearching = new boolean[preferences.tasks()];
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
    probing[task] = false;
    recount(task);
    if (out[task] > 0) {
      left.add(task);
    }
  }

  /** The task has too few reservations: it comes after all tasks that lack some now. */
  public void lacks(int task) {
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

  /** The next task that lacks reservations; -1 after the last, or where so many search. */
  public int nextLacking(int atMost) {
    while (!lacking.isEmpty()) {
      int task = lacking.first();
      boolean more = sought[task] && !isSearching[task];
      if (more && searching >= atMost) {
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
  public void strand(int task) {
    if (!isStranded[task]) {
      isStranded[task] = true;
      stranded.add(task);
    }
  }

  /**
   * These are the nodes from now on.
   *
   * @param avoided of the set of nodes that get nothing new
   */
  public void see(View nodes, long avoided) {
    if (part != nodes || avoidedSequence != avoided) {
      part = nodes;
      avoidedSequence = avoided;
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

  /** The reservation for this preference is no longer out. */
  void unreserved(int preference) {
    int task = preferences.task(preference);
    reservationOf[preference] = null;
    out[task]--;
    recount(task);
    if (sought[task]) {
      lacks(task);
    }
  }

  /** Nodes are being probed for this task, or no longer and the task lacks a place again. */
  public void probing(int task, boolean on) {
    probing[task] = on;
    recount(task);
    if (!on) {
      lacks(task);
    }
  }

  private void recount(int task) {
    boolean now = sought[task] && (out[task] > 0 || probing[task]);
    searching += (now ? 1 : 0) - (isSearching[task] ? 1 : 0);
    isSearching[task] = now;
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

  /** The reservation for this preference; null where there is none. */
  @Nullable Reservation reservation(int preference) {
    return reservationOf[preference];
  }

  /** How many reservations are out for this task. */
  int out(int task) {
    return out[task];
  }

  public boolean isSearching(int task) {
    return isSearching[task];
  }

  /** For how many tasks a reservation or a probe is out. */
  public int searching() {
    return searching;
  }
}
