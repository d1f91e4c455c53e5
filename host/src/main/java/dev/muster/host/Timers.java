package dev.muster.host;

import dev.muster.core.actor.Timer;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The timers of one loop, in the order of their time; those of the same time as they were set. */
final class Timers {
  /** More than any sound actor sets; past it the actor is broken. */
  static final int LIMIT = 1 << 20;

  record SetTimer(long atNs, long sequence, HostedActor<?> hosted, Timer timer) {}

  private final PriorityQueue<SetTimer> heap =
      new PriorityQueue<>(
          Comparator.comparingLong(SetTimer::atNs).thenComparingLong(SetTimer::sequence));
  private long sequence;

  void add(long atNs, HostedActor<?> hosted, Timer timer) {
    if (heap.size() == LIMIT) {
      throw new IllegalStateException("more than " + LIMIT + " timers are set");
    }
    heap.add(new SetTimer(atNs, sequence++, hosted, timer));
  }

  @Nullable SetTimer due(long nowNs) {
    var next = heap.peek();
    return next != null && next.atNs <= nowNs ? heap.poll() : null;
  }

  /** When the next one is due; at the end of time if there is none. */
  long nextNs() {
    var next = heap.peek();
    return next == null ? Long.MAX_VALUE : next.atNs;
  }
}
