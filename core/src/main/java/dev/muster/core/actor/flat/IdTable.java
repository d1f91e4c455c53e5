package dev.muster.core.actor.flat;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A hash table whose entries carry their id and their link: whoever finds one has touched the table
 * and the entry, and no key beside them. The table is no larger than the most entries it had.
 */
public final class IdTable {

  /** What an entry of a table extends; the entry may be in a chain as well. */
  public abstract static class Entry<T extends Entry<T>> extends Chain.Link<T> {

    private final long id;

    /** The next entry of the same bucket. */
    private @Nullable Entry<?> next;

    protected Entry(long id) {
      this.id = id;
    }

    public final long id() {
      return id;
    }
  }

  private static final int SMALLEST = 4;
  private static final @Nullable Entry<?>[] NO_BUCKETS = {null};

  private @Nullable Entry<?>[] buckets = NO_BUCKETS;
  private int size;

  /** The entry with this id; null where there is none. */
  public @Nullable Entry<?> find(long id) {
    var entry = buckets[bucket(id)];
    while (entry != null && entry.id != id) {
      entry = entry.next;
    }
    return entry;
  }

  /** Adds an entry, in the place of the one that had its id. */
  public void put(Entry<?> entry) {
    remove(entry.id);
    if (buckets.length < SMALLEST) {
      buckets = new Entry<?>[SMALLEST];
    } else if (size == buckets.length) {
      grow();
    }
    link(entry);
    size++;
  }

  private void link(Entry<?> entry) {
    int bucket = bucket(entry.id);
    entry.next = buckets[bucket];
    buckets[bucket] = entry;
  }

  private void grow() {
    var old = buckets;
    buckets = Arrays.copyOf(new Entry<?>[0], old.length * 2);
    for (var first : old) {
      for (var entry = first; entry != null; ) {
        var next = entry.next;
        link(entry);
        entry = next;
      }
    }
  }

  public void remove(long id) {
    int bucket = bucket(id);
    Entry<?> before = null;
    for (var entry = buckets[bucket]; entry != null; before = entry, entry = entry.next) {
      if (entry.id == id) {
        if (before == null) {
          buckets[bucket] = entry.next;
        } else {
          before.next = entry.next;
        }
        entry.next = null;
        size--;
        return;
      }
    }
  }

  public int size() {
    return size;
  }

  /** Visits all entries, in an order that follows from the ids and the order of their puts. */
  public void forEach(Consumer<Entry<?>> each) {
    for (var first : buckets) {
      for (var entry = first; entry != null; entry = entry.next) {
        each.accept(entry);
      }
    }
  }

  private int bucket(long id) {
    long mixed = id * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 40) & (buckets.length - 1);
  }
}
