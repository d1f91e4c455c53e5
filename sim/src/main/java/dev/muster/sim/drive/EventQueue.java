package dev.muster.sim.drive;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What will happen, in the order (time, sequence): a four-way heap over flat arrays, and a {@link
 * Lane} beside it for messages that come in order.
 *
 * <p>A heap entry is two longs, the time and a word with the sequence number above the slot that
 * holds the payload, so that sifting touches no objects and ties fall to whoever came first.
 */
final class EventQueue {

  /** How many events may be pending at once. */
  static final int MAX_PENDING = 1 << 24;

  private static final int SLOT_BITS = 24;
  private static final int WAYS = 4;

  private final Lane lane = new Lane();
  private long[] times = new long[1024];
  private long[] order = new long[1024];
  private int size;
  private long sequence;

  private @Nullable Object[] payloads = new Object[1024];
  private @Nullable Seat[] seats = new Seat[1024];
  private int[] epochs = new int[1024];
  private int[] freeSlots = new int[1024];
  private int free;
  private int usedSlots;

  /** What {@link #remove} took out. */
  long timeNs;

  @Nullable Object payload;
  @Nullable Seat seat;
  int epoch;

  void add(long atNs, @Nullable Seat target, int inEpoch, Object what) {
    int slot = freeSlot();
    payloads[slot] = what;
    seats[slot] = target;
    epochs[slot] = inEpoch;
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
      order = Arrays.copyOf(order, size * 2);
    }
    siftUp(size++, atNs, (sequence++ << SLOT_BITS) | slot);
  }

  /** Adds a message, which is for whichever epoch its actor is in. */
  void addMessage(long atNs, Seat target, Object what) {
    if (lane.takes(atNs)) {
      lane.add(atNs, sequence++, target, what);
    } else {
      add(atNs, target, Seat.ANY_EPOCH, what);
    }
  }

  /** Takes out the first one, into the fields. */
  void remove() {
    if (laneIsFirst()) {
      lane.removeInto(this);
    } else {
      removeFromHeap();
    }
  }

  private boolean laneIsFirst() {
    if (size == 0 || lane.isEmpty()) {
      return size == 0;
    }
    long laneNs = lane.firstNs();
    return laneNs < times[0]
        || (laneNs == times[0] && lane.firstSequence() < order[0] >>> SLOT_BITS);
  }

  private void removeFromHeap() {
    timeNs = times[0];
    int slot = (int) order[0] & (MAX_PENDING - 1);
    payload = payloads[slot];
    seat = seats[slot];
    epoch = epochs[slot];
    payloads[slot] = null;
    seats[slot] = null;
    freeSlots[free++] = slot;
    size--;
    if (size > 0) {
      siftDown(times[size], order[size]);
    }
  }

  boolean isEmpty() {
    return size == 0 && lane.isEmpty();
  }

  long firstNs() {
    return laneIsFirst() ? lane.firstNs() : times[0];
  }

  private void siftUp(int from, long time, long rank) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) / WAYS;
      if (!before(time, rank, parent)) {
        break;
      }
      times[at] = times[parent];
      order[at] = order[parent];
      at = parent;
    }
    times[at] = time;
    order[at] = rank;
  }

  private void siftDown(long time, long rank) {
    int at = 0;
    while (true) {
      int least = leastChild(at);
      if (least < 0 || before(time, rank, least)) {
        break;
      }
      times[at] = times[least];
      order[at] = order[least];
      at = least;
    }
    times[at] = time;
    order[at] = rank;
  }

  private int leastChild(int parent) {
    int first = parent * WAYS + 1;
    if (first >= size) {
      return -1;
    }
    int least = first;
    int end = Math.min(first + WAYS, size);
    for (int child = first + 1; child < end; child++) {
      if (before(times[child], order[child], least)) {
        least = child;
      }
    }
    return least;
  }

  private boolean before(long time, long rank, int other) {
    return time < times[other] || (time == times[other] && rank < order[other]);
  }

  private int freeSlot() {
    if (free > 0) {
      return freeSlots[--free];
    }
    if (usedSlots == MAX_PENDING) {
      throw new IllegalStateException("more than " + MAX_PENDING + " events are pending");
    }
    if (usedSlots == payloads.length) {
      int length = usedSlots * 2;
      payloads = Arrays.copyOf(payloads, length);
      seats = Arrays.copyOf(seats, length);
      epochs = Arrays.copyOf(epochs, length);
      freeSlots = Arrays.copyOf(freeSlots, length);
    }
    return usedSlots++;
  }
}
