package dev.muster.sim.drive;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A ring of events that were added in the order of their times.
 *
 * <p>Where all messages take equally long, each arrives after the one sent before it, so that a
 * ring does for them what a heap would do at many times the cost.
 */
final class Lane {

  private long[] times = new long[1024];
  private long[] sequences = new long[1024];
  private @Nullable Object[] payloads = new Object[1024];
  private @Nullable Seat[] seats = new Seat[1024];
  private long head;
  private long tail;
  private long lastNs = Long.MIN_VALUE;

  /** Whether an event at this time may be added at the end. */
  boolean takes(long atNs) {
    return atNs >= lastNs;
  }

  void add(long atNs, long sequence, Seat seat, Object payload) {
    if (tail - head == times.length) {
      if (times.length == EventQueue.MAX_PENDING) {
        throw new IllegalStateException("too many messages are under way: " + times.length);
      }
      grow();
    }
    int at = index(tail++);
    times[at] = atNs;
    sequences[at] = sequence;
    payloads[at] = payload;
    seats[at] = seat;
    lastNs = atNs;
  }

  void removeInto(EventQueue queue) {
    int at = index(head++);
    queue.timeNs = times[at];
    queue.payload = payloads[at];
    queue.seat = seats[at];
    queue.epoch = Seat.ANY_EPOCH;
    payloads[at] = null;
  }

  boolean isEmpty() {
    return head == tail;
  }

  long firstNs() {
    return times[index(head)];
  }

  long firstSequence() {
    return sequences[index(head)];
  }

  private int index(long position) {
    return (int) position & (times.length - 1);
  }

  /** Doubles the ring, the oldest event first. */
  private void grow() {
    int from = index(head);
    int length = times.length;
    times = unrolled(times, Arrays.copyOf(times, length * 2), from, length);
    sequences = unrolled(sequences, Arrays.copyOf(sequences, length * 2), from, length);
    payloads = unrolled(payloads, Arrays.copyOf(payloads, length * 2), from, length);
    seats = unrolled(seats, Arrays.copyOf(seats, length * 2), from, length);
    head = 0;
    tail = length;
  }

  private static <A> A unrolled(A from, A to, int first, int length) {
    System.arraycopy(from, first, to, 0, length - first);
    System.arraycopy(from, 0, to, length - first, first);
    return to;
  }
}
