package dev.muster.core.queue;

import dev.muster.core.flat.LongMap;
import java.util.Arrays;

/**
 * The numbers of the tasks that came by themselves. Such a task would run again if the message that
 * brought it came twice, the second time late; so its number is remembered for a while.
 */
final class Seen {

  /** How many numbers are remembered: more than a node can have under way and owe at a time. */
  static final int LIMIT = 1 << 15;

  private static final int FIRST = 16;

  private final LongMap<Boolean> known = new LongMap<>();
  private long[] ring = new long[FIRST];
  private int next;

  /** Whether this number comes for the first time; remembers it. */
  boolean isNew(long id) {
    if (known.find(id) != null) {
      return false;
    }
    add(id);
    return true;
  }

  private void add(long id) {
    if (next == ring.length && ring.length < LIMIT) {
      ring = Arrays.copyOf(ring, ring.length * 2);
    }
    int at = next % ring.length;
    if (next >= LIMIT) {
      known.remove(ring[at]);
    }
    ring[at] = id;
    known.put(id, true);
    next = next + 1 == 2 * LIMIT ? LIMIT : next + 1;
  }
}
