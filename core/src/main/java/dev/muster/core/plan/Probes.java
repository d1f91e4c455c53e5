package dev.muster.core.plan;

import dev.muster.core.flat.IntList;
import dev.muster.core.loop.Timing;
import dev.muster.core.place.View;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Which wishes of waiting tasks have a reservation at their node, which tasks lack one, and since
 * when each has been tried.
 */
final class Probes {

  private static final int NONE = ReservationTable.NONE;
  private static final long UNTRIED = Long.MIN_VALUE;

  private record Trial(int task, long sinceNs) {}

  private final Wishes wishes;
  private final long patienceNs;
  private final int[] slotOf;
  private final int[] out;
  private final long[] sinceNs;
  private final boolean[] isLacking;
  private final IntList lacking = new IntList();

  /** Lacking, and none of the nodes that they prefer is there. */
  private final IntList stranded = new IntList();

  private final ArrayDeque<Trial> trials = new ArrayDeque<>();
  private View part = View.EMPTY;
  private int tried;
  private int queued;
  private int wished;
  private long wakeAtNs = UNTRIED;

  Probes(Wishes wishes, long patienceNs) {
    this.wishes = wishes;
    this.patienceNs = patienceNs;
    this.slotOf = new int[wishes.count()];
    this.out = new int[wishes.tasks()];
    this.sinceNs = new long[wishes.tasks()];
    this.isLacking = new boolean[wishes.tasks()];
    Arrays.fill(slotOf, NONE);
    Arrays.fill(sinceNs, UNTRIED);
  }

  /** A waiting task has fewer reservations than it should. */
  void lacks(int task) {
    if (!isLacking[task]) {
      isLacking[task] = true;
      lacking.add(task);
    }
  }

  /** The next task that lacks some; -1 after the last, or where so many are being tried. */
  int nextLacking(int atMost) {
    while (!lacking.isEmpty()) {
      int task = lacking.removeLast();
      if (out[task] == 0 && tried >= atMost) {
        lacking.add(task);
        return -1;
      }
      isLacking[task] = false;
      return task;
    }
    return -1;
  }

  /** Nothing can be done for the task until other nodes are there. */
  void strand(int task) {
    stranded.add(task);
  }

  /** These are the nodes from now on. */
  void see(View nodes) {
    if (part != nodes) {
      part = nodes;
      while (!stranded.isEmpty()) {
        lacks(stranded.removeLast());
      }
    }
  }

  /** The task is tried from now on, unless it is already. */
  void tries(int task, long nowNs) {
    if (patienceNs > 0 && sinceNs[task] == UNTRIED) {
      sinceNs[task] = nowNs;
      trials.add(new Trial(task, nowNs));
    }
  }

  /** A task that was tried long enough and still waits; -1 where none was. */
  int nextImpatient(long nowNs) {
    while (!trials.isEmpty() && Timing.later(trials.peek().sinceNs(), patienceNs) <= nowNs) {
      var trial = trials.remove();
      if (sinceNs[trial.task()] == trial.sinceNs()) {
        return trial.task();
      }
    }
    return -1;
  }

  /** When somebody has to look for impatient tasks, where that is not known yet; else -1. */
  long nextWakeNs() {
    if (trials.isEmpty()) {
      return -1;
    }
    long dueNs = Timing.later(trials.element().sinceNs(), patienceNs);
    boolean known = dueNs == wakeAtNs;
    wakeAtNs = dueNs;
    return known ? -1 : dueNs;
  }

  /** A reservation is out, for this wish or for none in particular. */
  void reserved(int wish, int slot) {
    queued++;
    if (wish != NONE) {
      slotOf[wish] = slot;
      count(wishes.task(wish), 1);
    }
  }

  /** It no longer waits at its node. */
  void unreserved(int wish, int slot) {
    queued--;
    if (wish != NONE && slotOf[wish] == slot) {
      slotOf[wish] = NONE;
      count(wishes.task(wish), -1);
      lacks(wishes.task(wish));
    }
  }

  private void count(int task, int change) {
    tried -= out[task] > 0 ? 1 : 0;
    out[task] += change;
    wished += change;
    tried += out[task] > 0 ? 1 : 0;
  }

  /** Nodes are being asked for this task, by a round and not by reservations; or no longer. */
  void asked(int task, boolean on) {
    count(task, on ? 1 : -out[task]);
  }

  /** The task no longer waits: what is still out for it is for whoever can use it. */
  void leaves(int task) {
    for (int wish = wishes.first(task); wish < wishes.end(task); wish++) {
      slotOf[wish] = NONE;
    }
    count(task, -out[task]);
    sinceNs[task] = UNTRIED;
  }

  boolean isOut(int wish) {
    return slotOf[wish] != NONE;
  }

  int out(int task) {
    return out[task];
  }

  /** How many waiting tasks have something out. */
  int tried() {
    return tried;
  }

  /** How many reservations wait at nodes. */
  int queued() {
    return queued;
  }

  /** How many of those are for no task in particular. */
  int unclaimed() {
    return queued - wished;
  }
}
