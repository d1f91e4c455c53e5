package dev.muster.core.node.queue;

import dev.muster.core.actor.flat.Chain;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** First come, first served, in constant time. */
final class FifoDiscipline implements Discipline {

  private final Chain<QueuedTask> tasks = new Chain<>();

  @Override
  public void add(QueuedTask task) {
    tasks.add(task);
  }

  @Override
  public void remove(QueuedTask task) {
    tasks.remove(task);
  }

  @Override
  public void serve(QueuedTask task) {
    tasks.remove(task);
  }

  @Override
  public @Nullable QueuedTask first() {
    return tasks.first();
  }

  @Override
  public List<QueuedTask> first(int limit) {
    return tasks.first(limit);
  }

  @Override
  public int size() {
    return tasks.size();
  }
}
