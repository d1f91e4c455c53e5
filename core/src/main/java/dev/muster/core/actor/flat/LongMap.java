package dev.muster.core.actor.flat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A map from long to object by open addressing with linear probing.
 *
 * <p>Its iteration order is a function of the keys and of the order of puts and removes, so that it
 * is the same in every JVM.
 *
 * <p>A cell has several of these per node, and most hold nothing or one thing most of the time: an
 * only entry is kept in the map itself, where finding it costs one cache miss, not three.
 */
public final class LongMap<V> {

  private static final int SMALLEST = 4;
  private static final long[] NO_KEYS = {};
  private static final @Nullable Object[] NO_VALUES = {};

  private long[] keys = NO_KEYS;
  private @Nullable Object[] values = NO_VALUES;
  private int size;

  /** The only entry, as long as it came alone; the table is empty then. */
  private long onlyKey;

  private @Nullable V only;

  public @Nullable V find(long key) {
    if (only != null) {
      return onlyKey == key ? only : null;
    }
    return size == 0 ? null : valueAt(position(key));
  }

  public void put(long key, V value) {
    if (size == 0 || (only != null && onlyKey == key)) {
      onlyKey = key;
      only = value;
      size = 1;
      return;
    }
    if (only != null) {
      spill(only);
    }
    putInTable(key, value);
  }

  private void spill(V first) {
    if (keys.length == 0) {
      keys = new long[SMALLEST];
      values = new Object[SMALLEST];
    }
    only = null;
    size = 0;
    putInTable(onlyKey, first);
  }

  private void putInTable(long key, V value) {
    int at = position(key);
    if (values[at] == null) {
      size++;
    }
    keys[at] = key;
    values[at] = value;
    if (size * 4 > keys.length * 3) {
      resize(keys.length * 2);
    }
  }

  public @Nullable V remove(long key) {
    if (only != null) {
      return onlyKey == key ? removeOnly() : null;
    }
    if (size == 0) {
      return null;
    }
    int at = position(key);
    V removed = valueAt(at);
    if (removed != null) {
      size--;
      closeGap(at);
    }
    return removed;
  }

  private @Nullable V removeOnly() {
    V removed = only;
    only = null;
    size = 0;
    return removed;
  }

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** The values as of now, so that the map may change while one walks over them. */
  public List<V> values() {
    var found = new ArrayList<V>(size);
    if (only != null) {
      found.add(only);
      return found;
    }
    for (int at = 0; at < values.length; at++) {
      V value = valueAt(at);
      if (value != null) {
        found.add(value);
      }
    }
    return found;
  }

  public void clear() {
    keys = NO_KEYS;
    values = NO_VALUES;
    only = null;
    size = 0;
  }

  /** Where the key is, or the free place where it would go. */
  private int position(long key) {
    int mask = keys.length - 1;
    int at = home(key, mask);
    while (values[at] != null && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  /** Moves up what was pushed past the freed place, so that no probe ends too early. */
  private void closeGap(int freed) {
    int mask = keys.length - 1;
    int gap = freed;
    for (int at = (gap + 1) & mask; values[at] != null; at = (at + 1) & mask) {
      int home = home(keys[at], mask);
      if (((at - home) & mask) >= ((at - gap) & mask)) {
        keys[gap] = keys[at];
        values[gap] = values[at];
        gap = at;
      }
    }
    values[gap] = null;
  }

  private void resize(int length) {
    long[] oldKeys = keys;
    @Nullable Object[] oldValues = values;
    keys = new long[length];
    values = Arrays.copyOf(new Object[0], length);
    for (int old = 0; old < oldKeys.length; old++) {
      if (oldValues[old] != null) {
        int at = position(oldKeys[old]);
        keys[at] = oldKeys[old];
        values[at] = oldValues[old];
      }
    }
  }

  @SuppressWarnings("unchecked") // only V goes in, by put
  private @Nullable V valueAt(int at) {
    return (V) values[at];
  }

  private static int home(long key, int mask) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 40) & mask;
  }
}
