package dev.muster.core.node.queue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * First come, first served, in constant time.
 *
 * <p>The tasks themselves are linked, each in one such queue at a time: a task that leaves, leaves
 * nothing behind, and a short queue fits in few cache lines.
 */
public final class FifoDiscipline implements Discipline {

  private @Nullable QueuedTask first;
  private @Nullable QueuedTask last;
  private int size;

  @Override
  public void add(QueuedTask task) {
    task.before = last;
    if (last == null) {
      first = task;
    } else {
      last.behind = task;
    }
    last = task;
    size++;
  }

  @Override
  public void remove(QueuedTask task) {
    var before = task.before;
    var behind = task.behind;
    if (before == null) {
      first = behind;
    } else {
      before.behind = behind;
    }
    if (behind == null) {
      last = before;
    } else {
      behind.before = before;
    }
    task.before = null;
    task.behind = null;
    size--;
  }

  @Override
  public void serve(QueuedTask task) {
    remove(task);
  }

  @Override
  public @Nullable QueuedTask first() {
    return first;
  }

  @Override
  public List<QueuedTask> first(int limit) {
    List<QueuedTask> found = new ArrayList<>(Math.min(limit, size));
    for (var task = first; task != null && found.size() < limit; task = task.behind) {
      found.add(task);
    }
    return found;
  }

  @Override
  public int size() {
    return size;
  }
}
