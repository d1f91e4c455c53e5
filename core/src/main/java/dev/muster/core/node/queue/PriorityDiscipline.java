package dev.muster.core.node.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Strict priorities: a discipline of its own for each level, the highest level first. */
final class PriorityDiscipline implements Discipline {

  /** How many levels without waiting tasks are kept. */
  private static final int MAX_LEVELS = 100;

  private final Supplier<Discipline> within;
  private final TreeMap<Integer, Discipline> levels = new TreeMap<>(Comparator.reverseOrder());

  PriorityDiscipline(Supplier<Discipline> within) {
    this.within = within;
  }

  @Override
  public void add(QueuedTask task) {
    level(task).add(task);
    if (levels.size() > MAX_LEVELS) {
      levels.values().removeIf(level -> level.size() == 0);
    }
  }

  @Override
  public void remove(QueuedTask task) {
    level(task).remove(task);
  }

  @Override
  public void serve(QueuedTask task) {
    level(task).serve(task);
  }

  @Override
  public void refine(QueuedTask task, long estimateNs) {
    level(task).refine(task, estimateNs);
  }

  private Discipline level(QueuedTask task) {
    return levels.computeIfAbsent(task.demand().priority(), _ -> within.get());
  }

  @Override
  public @Nullable QueuedTask first() {
    for (var level : levels.values()) {
      var first = level.first();
      if (first != null) {
        return first;
      }
    }
    return null;
  }

  @Override
  public List<QueuedTask> first(int limit) {
    List<QueuedTask> found = new ArrayList<>();
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
