package dev.muster.core.queue;

import dev.muster.core.flat.LongMap;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reservations of a node, first come first served.
 *
 * <p>One that is withdrawn while it waits stays in the deque, marked, until it comes to the head or
 * until more of the deque is withdrawn than not.
 */
final class Line {

  /** How many withdrawn ones are too few to be worth the walk. */
  private static final int SLACK = 32;

  private final ArrayDeque<Reservation> waiting = new ArrayDeque<>(4);
  private final LongMap<Reservation> byId = new LongMap<>();
  private int asking;

  void add(Reservation reservation) {
    byId.put(reservation.id, reservation);
    waiting.add(reservation);
  }

  @Nullable Reservation find(long id) {
    return byId.find(id);
  }

  /** The first that waits and is still wanted; it stays where it is. */
  @Nullable Reservation head() {
    while (true) {
      var first = waiting.peek();
      if (first == null || !first.gone) {
        return first;
      }
      waiting.remove();
    }
  }

  /** The head's turn has come: it leaves the line and asks for its task. */
  void headAsks(long ask, long nowNs) {
    var head = waiting.remove();
    asking++;
    asked(head, ask, nowNs);
  }

  void asked(Reservation reservation, long ask, long nowNs) {
    reservation.ask = ask;
    reservation.asks++;
    reservation.askedNs = nowNs;
  }

  void remove(Reservation reservation) {
    byId.remove(reservation.id);
    reservation.gone = true;
    if (reservation.asking()) {
      asking--;
    } else if (waiting.size() > 2 * waiting() + SLACK) {
      waiting.removeIf(each -> each.gone);
    }
  }

  /** All of them, waiting and asking. */
  List<Reservation> all() {
    return byId.values();
  }

  int waiting() {
    return byId.size() - asking;
  }

  int asking() {
    return asking;
  }
}
