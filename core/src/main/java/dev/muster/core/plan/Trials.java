package dev.muster.core.plan;

import dev.muster.core.flat.IntList;
import dev.muster.core.flat.IntRing;
import dev.muster.core.place.View;
import java.util.Arrays;

/**
 * Which tasks are sought a node for among those that they prefer, which of their wishes have a
 * reservation, and whose turn it is to get one.
 *
 * <p>First in first out: a task that was tried in vain goes behind the others.
 */
final class Trials {

  private static final int NONE = ReservationTable.NONE;

  private final Wishes wishes;
  private final boolean[] sought;

  /** The reservation that is out for each wish, also while its task has just left. */
  private final int[] slotOf;

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

  /** Of each place, wishes that may have no reservation. */
  private final WishStacks unfulfilled;

  /** Tasks that left while reservations were out for them. */
  private final IntList left = new IntList();

  Trials(Wishes wishes) {
    this.wishes = wishes;
    this.sought = new boolean[wishes.tasks()];
    this.slotOf = new int[wishes.count()];
    this.out = new int[wishes.tasks()];
    this.asked = new boolean[wishes.tasks()];
    this.isTried = new boolean[wishes.tasks()];
    this.lacking = new IntRing(wishes.tasks());
    this.isLacking = new boolean[wishes.tasks()];
    this.isStranded = new boolean[wishes.tasks()];
    this.unfulfilled = new WishStacks(wishes);
    Arrays.fill(slotOf, NONE);
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
    for (int wish = wishes.first(task); wish < wishes.end(task); wish++) {
      if (slotOf[wish] == NONE) {
        unfulfilled.put(wish);
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

  /** A reservation is out for this wish. */
  void reserved(int wish, int slot) {
    slotOf[wish] = slot;
    out[wishes.task(wish)]++;
    recount(wishes.task(wish));
  }

  /** It no longer is. */
  void unreserved(int wish) {
    int task = wishes.task(wish);
    slotOf[wish] = NONE;
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

  /** A wish with a reservation whose task no longer waits; -1 where there is none. */
  int nextLeft() {
    while (!left.isEmpty()) {
      int task = left.at(left.size() - 1);
      for (int wish = wishes.first(task); wish < wishes.end(task) && !sought[task]; wish++) {
        if (slotOf[wish] != NONE) {
          return wish;
        }
      }
      left.removeLast();
    }
    return -1;
  }

  /**
   * A wish for this place without a reservation, of a task that has fewer than so many; -1 where
   * there is none.
   */
  int nextUnfulfilled(int place, int fewerThan) {
    int wish = unfulfilled.take(place);
    while (wish >= 0 && !isUnfulfilled(wish, fewerThan)) {
      wish = unfulfilled.take(place);
    }
    return wish;
  }

  private boolean isUnfulfilled(int wish, int fewerThan) {
    int task = wishes.task(wish);
    return sought[task] && slotOf[wish] == NONE && out[task] < fewerThan;
  }

  int slot(int wish) {
    return slotOf[wish];
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
