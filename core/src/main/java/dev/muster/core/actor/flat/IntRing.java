package dev.muster.core.actor.flat;

import java.util.NoSuchElementException;

/** A line of ints, first in first out, for as many as it was made for. */
public final class IntRing {

  private final int[] values;
  private int first;
  private int size;

  public IntRing(int capacity) {
    this.values = new int[capacity];
  }

  public void add(int value) {
    if (size == values.length) {
      throw new IllegalStateException("made for " + size);
    }
    values[(int) (((long) first + size) % values.length)] = value;
    size++;
  }

  public int first() {
    if (size == 0) {
      throw new NoSuchElementException("empty");
    }
    return values[first];
  }

  public int removeFirst() {
    int value = first();
    first = first + 1 == values.length ? 0 : first + 1;
    size--;
    return value;
  }

  public boolean isEmpty() {
    return size == 0;
  }
}
