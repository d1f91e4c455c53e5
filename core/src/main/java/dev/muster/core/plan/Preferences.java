package dev.muster.core.plan;

import dev.muster.core.flat.IntList;
import dev.muster.model.Where;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The waiting tasks of a stage some of whose tasks prefer nodes.
 *
 * <p>Each waits on a list of every node that it prefers. One that prefers none, or whose patience
 * is over, is free: any node will do that is as its stage requires. A task that left is struck from
 * lists when it is met there, so that taking one for a node costs no search.
 */
final class Preferences {

  final Wishes wishes;
  final Probes probes;

  private final boolean[] waits;
  private final boolean[] free;
  private final IntList freeTasks = new IntList();
  private int freeWaiting;

  /** The list of each place: of the wishes in {@code listed}, {@code length} from {@code start}. */
  private final int[] start;

  private final int[] length;
  private final int[] listed;
  private final boolean[] isListed;

  /** How many tasks wait for each place. */
  private final int[] waitingAt;

  private final ReservationList[] queuedAt;

  /** Places that nobody waited for when it was noted, and where something may be reserved. */
  private final IntList deserted = new IntList();

  Preferences(Where where) {
    this.wishes = new Wishes(where.prefer());
    this.probes = new Probes(wishes, where.patienceNs());
    this.waits = new boolean[wishes.tasks()];
    this.free = new boolean[wishes.tasks()];
    this.start = new int[wishes.places() + 1];
    this.length = new int[wishes.places()];
    this.listed = new int[wishes.count()];
    this.isListed = new boolean[wishes.count()];
    this.waitingAt = new int[wishes.places()];
    this.queuedAt = new ReservationList[wishes.places()];
    Arrays.setAll(queuedAt, _ -> new ReservationList());
    for (int wish = 0; wish < wishes.count(); wish++) {
      start[wishes.placeOf(wish) + 1]++;
    }
    for (int place = 0; place < length.length; place++) {
      start[place + 1] += start[place];
    }
    for (int task = wishes.tasks() - 1; task >= 0; task--) {
      waits(task);
    }
  }

  /** Where reservations at this node are listed; elsewhere if no task prefers it. */
  ReservationList queuedAt(int node, ReservationList elsewhere) {
    int place = wishes.place(node);
    return place < 0 ? elsewhere : queuedAt[place];
  }

  /** The task waits, from the start or once more. */
  void waits(int task) {
    waits[task] = true;
    free[task] = wishes.first(task) == wishes.end(task);
    for (int wish = wishes.first(task); wish < wishes.end(task); wish++) {
      int place = wishes.placeOf(wish);
      waitingAt[place]++;
      if (!isListed[wish]) {
        isListed[wish] = true;
        listed[start[place] + length[place]++] = wish;
      }
    }
    if (free[task]) {
      addFree(task);
    } else {
      probes.lacks(task);
    }
  }

  private void addFree(int task) {
    freeTasks.add(task);
    freeWaiting++;
  }

  /** The task no longer waits. */
  void leaves(int task) {
    waits[task] = false;
    for (int wish = wishes.first(task); wish < wishes.end(task); wish++) {
      int place = wishes.placeOf(wish);
      waitingAt[place]--;
      if (waitingAt[place] == 0) {
        deserted.add(place);
      }
    }
    probes.leaves(task);
    if (free[task]) {
      freeWaiting--;
    }
  }

  /** A reservation is out at this node, for the wish or for no task in particular. */
  void reserved(int node, int wish, int slot) {
    probes.reserved(wish, slot);
    int place = wishes.place(node);
    if (place >= 0 && waitingAt[place] == 0) {
      deserted.add(place);
    }
  }

  /** The next task that lacks reservations of its own; -1 after the last. */
  int nextLacking(int atMost) {
    int task = probes.nextLacking(atMost);
    while (task >= 0 && (!waits[task] || free[task])) {
      task = probes.nextLacking(atMost);
    }
    return task;
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
    while (length[place] > 0) {
      int wish = listed[start[place] + --length[place]];
      isListed[wish] = false;
      if (waits[wishes.task(wish)]) {
        return wishes.task(wish);
      }
    }
    return -1;
  }

  private int nextFree() {
    while (!freeTasks.isEmpty()) {
      int task = freeTasks.removeLast();
      if (waits[task] && free[task]) {
        return task;
      }
    }
    return -1;
  }

  /** Frees the tasks whose patience is over. */
  void widen(long nowNs) {
    for (int task = probes.nextImpatient(nowNs); task >= 0; task = probes.nextImpatient(nowNs)) {
      if (!free[task]) {
        free[task] = true;
        addFree(task);
      }
    }
  }

  int freeWaiting() {
    return freeWaiting;
  }

  /** The next list of reservations that none of the waiting tasks can use; null after the last. */
  @Nullable ReservationList nextUseless() {
    while (freeWaiting == 0 && !deserted.isEmpty()) {
      int place = deserted.removeLast();
      if (waitingAt[place] == 0 && queuedAt[place].count > 0) {
        return queuedAt[place];
      }
    }
    return null;
  }

  /** All lists of reservations at nodes that some task prefers. */
  ReservationList[] queued() {
    return queuedAt;
  }
}
