package dev.muster.core.actor.flat;

/** A set of longs that only grows, by open addressing with linear probing. */
public final class LongSet {

  private static final int SMALLEST = 8;

  /** Marks a free place; as a member it has a flag instead. */
  private static final long FREE = 0;

  private static final long[] NONE = {};

  private long[] keys = NONE;
  private int inTable;
  private boolean hasFree;

  /** Adds a number; false where it was there. */
  public boolean add(long key) {
    if (key == FREE) {
      boolean isNew = !hasFree;
      hasFree = true;
      return isNew;
    }
    if (2 * inTable >= keys.length) {
      grow();
    }
    int at = position(key);
    if (keys[at] == key) {
      return false;
    }
    keys[at] = key;
    inTable++;
    return true;
  }

  public boolean contains(long key) {
    if (key == FREE) {
      return hasFree;
    }
    return inTable > 0 && keys[position(key)] == key;
  }

  public int size() {
    return inTable + (hasFree ? 1 : 0);
  }

  /** Where the key is, or the free place where it would go. */
  private int position(long key) {
    int mask = keys.length - 1;
    int at = (int) ((key * 0x9E3779B97F4A7C15L) >>> 40) & mask;
    while (keys[at] != FREE && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] old = keys;
    keys = new long[Math.max(SMALLEST, old.length * 2)];
    for (long key : old) {
      if (key != FREE) {
        keys[position(key)] = key;
      }
    }
  }
}
