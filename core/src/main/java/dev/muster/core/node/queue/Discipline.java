package dev.muster.core.node.queue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A queue discipline: tasks that wait, in the order in which they are served. */
public interface Discipline {

  void add(QueuedTask task);

  /** The task no longer waits, and was not served. */
  void remove(QueuedTask task);

  /** The task is served and no longer waits. */
  void serve(QueuedTask task);

  /** The task is expected to take another time; its place may depend on that. */
  default void refine(QueuedTask task, long estimateNs) {
    task.refine(estimateNs);
  }

  /** The task to serve next, which stays. */
  @Nullable QueuedTask first();

  /** The first so many, in the order in which they would be served if no other came. */
  List<QueuedTask> first(int limit);

  int size();
}
