package dev.muster.core.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Strict priorities: a line of its own for each level, the highest first. */
final class PriorityLine implements Line {

  /** How many levels are kept though nobody waits there. */
  private static final int MAX_LEVELS = 100;

  private final Supplier<Line> within;
  private final TreeMap<Integer, Line> levels = new TreeMap<>(Comparator.reverseOrder());

  PriorityLine(Supplier<Line> within) {
    this.within = within;
  }

  @Override
  public void add(Entry entry) {
    level(entry).add(entry);
    if (levels.size() > MAX_LEVELS) {
      levels.values().removeIf(level -> level.size() == 0);
    }
  }

  @Override
  public void remove(Entry entry) {
    level(entry).remove(entry);
  }

  @Override
  public void serve(Entry entry) {
    level(entry).serve(entry);
  }

  private Line level(Entry entry) {
    return levels.computeIfAbsent(entry.demand.priority(), _ -> within.get());
  }

  @Override
  public @Nullable Entry first() {
    for (var level : levels.values()) {
      var first = level.first();
      if (first != null) {
        return first;
      }
    }
    return null;
  }

  @Override
  public List<Entry> first(int limit) {
    List<Entry> found = new ArrayList<>();
    for (var level : levels.values()) {
      found.addAll(level.first(limit - found.size()));
    }
    return found;
  }

  @Override
  public int size() {
    int sum = 0;
    for (var level : levels.values()) {
      sum += level.size();
    }
    return sum;
  }
}
