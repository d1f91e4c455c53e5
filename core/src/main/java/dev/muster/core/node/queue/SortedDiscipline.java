package dev.muster.core.node.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Sorted by a key that follows from each task alone and changes by {@link #refine} only. */
final class SortedDiscipline implements Discipline {

  private final TreeSet<QueuedTask> waiting;

  /** Ties go to the earlier arrival. */
  SortedDiscipline(Comparator<QueuedTask> order) {
    this.waiting = new TreeSet<>(order.thenComparingLong(task -> task.arrival()));
  }

  @Override
  public void add(QueuedTask task) {
    waiting.add(task);
  }

  @Override
  public void remove(QueuedTask task) {
    waiting.remove(task);
  }

  @Override
  public void serve(QueuedTask task) {
    waiting.remove(task);
  }

  @Override
  public void refine(QueuedTask task, long estimateNs) {
    waiting.remove(task);
    task.refine(estimateNs);
    waiting.add(task);
  }

  @Override
  public @Nullable QueuedTask first() {
    return waiting.isEmpty() ? null : waiting.first();
  }

  @Override
  public List<QueuedTask> first(int limit) {
    List<QueuedTask> found = new ArrayList<>(Math.min(limit, waiting.size()));
    for (var task : waiting) {
      if (found.size() == limit) {
        break;
      }
      found.add(task);
    }
    return found;
  }

  @Override
  public int size() {
    return waiting.size();
  }
}
