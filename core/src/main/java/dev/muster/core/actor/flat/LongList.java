package dev.muster.core.actor.flat;

import java.util.Arrays;

/** A growing list of longs that is cleared and used again. */
public final class LongList {

  private long[] values = new long[16];
  private int size;

  public void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
    values[size++] = value;
  }

  public long at(int position) {
    if (position >= size) {
      throw new IndexOutOfBoundsException(position + " of " + size);
    }
    return values[position];
  }

  /** Removes so many from the front; the others move up. */
  public void removeFirst(int count) {
    System.arraycopy(values, count, values, 0, size - count);
    size -= count;
  }

  public long[] toArray() {
    return Arrays.copyOf(values, size);
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
