package dev.muster.core.actor.flat;

import java.util.Arrays;
import java.util.NoSuchElementException;

/** A growing list of ints that is cleared and used again. */
public final class IntList {

  private static final int[] NONE = {};

  private static final int LEAST = 16;

  /** Shared until something is added: many lists stay empty. */
  private int[] values = NONE;

  private int size;

  public void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.max(LEAST, size * 2));
    }
    values[size++] = value;
  }

  public int at(int position) {
    if (position >= size) {
      throw new IndexOutOfBoundsException(position + " of " + size);
    }
    return values[position];
  }

  public int removeLast() {
    if (size == 0) {
      throw new NoSuchElementException("empty");
    }
    return values[--size];
  }

  /** Swaps two values; what a shuffle needs. */
  public void swap(int one, int other) {
    int kept = values[one];
    values[one] = values[other];
    values[other] = kept;
  }

  public int[] toArray() {
    return Arrays.copyOf(values, size);
  }

  public int size() {
    return size;
  }

  public boolean contains(int value) {
    for (int position = 0; position < size; position++) {
      if (values[position] == value) {
        return true;
      }
    }
    return false;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public void clear() {
    size = 0;
  }
}
