package dev.muster.core.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** In an order that follows from each entry alone and does not change while it waits. */
final class SortedLine implements Line {

  private final TreeSet<Entry> waiting;

  /** Ties fall to whoever came first. */
  SortedLine(Comparator<Entry> order) {
    this.waiting = new TreeSet<>(order.thenComparingLong(entry -> entry.arrival));
  }

  @Override
  public void add(Entry entry) {
    waiting.add(entry);
  }

  @Override
  public void remove(Entry entry) {
    waiting.remove(entry);
  }

  @Override
  public void serve(Entry entry) {
    waiting.remove(entry);
  }

  @Override
  public @Nullable Entry first() {
    return waiting.isEmpty() ? null : waiting.first();
  }

  @Override
  public List<Entry> first(int limit) {
    List<Entry> found = new ArrayList<>(Math.min(limit, waiting.size()));
    for (var entry : waiting) {
      if (found.size() == limit) {
        break;
      }
      found.add(entry);
    }
    return found;
  }

  @Override
  public int size() {
    return waiting.size();
  }
}
