package dev.muster.core.flat;

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
