package dev.muster.core.actor.flat;

import java.util.Arrays;
import java.util.function.LongPredicate;

/** A set of longs in their order, in one array: for some dozens that are often gone through. */
public final class SortedLongs {

  private static final int SMALLEST = 4;
  private static final long[] NONE = {};

  private long[] values = NONE;
  private int size;

  /** Adds a number; nothing where it is there. */
  public void add(long value) {
    int found = Arrays.binarySearch(values, 0, size, value);
    if (found >= 0) {
      return;
    }
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.max(SMALLEST, size * 2));
    }
    int at = -found - 1;
    System.arraycopy(values, at, values, at + 1, size - at);
    values[at] = value;
    size++;
  }

  public boolean contains(long value) {
    return Arrays.binarySearch(values, 0, size, value) >= 0;
  }

  /** Keeps those of which this is true. */
  public void retain(LongPredicate kept) {
    int left = 0;
    for (int at = 0; at < size; at++) {
      if (kept.test(values[at])) {
        values[left++] = values[at];
      }
    }
    size = left;
  }

  /** The number with this rank, from 0 for the smallest. */
  public long at(int rank) {
    if (rank >= size) {
      throw new IndexOutOfBoundsException(rank + " of " + size);
    }
    return values[rank];
  }

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public void clear() {
    size = 0;
  }
}
