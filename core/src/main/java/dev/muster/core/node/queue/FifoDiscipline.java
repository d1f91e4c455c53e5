package dev.muster.core.node.queue;

import dev.muster.core.actor.flat.Chain;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * First come, first served, in constant time; tasks that yield let later ones overtake.
 *
 * <p>A task that yields has its turn as if it had arrived so much later. Whatever arrives after
 * that waits behind it, so that no task is overtaken for longer than it yields.
 */
final class FifoDiscipline extends Chain<QueuedTask> implements Discipline {

  private static final Comparator<QueuedTask> BY_TURN =
      Comparator.comparingLong(QueuedTask::turnNs).thenComparingLong(QueuedTask::arrival);

  /** Made for the first task that yields: on many nodes none ever does. */
  private @Nullable TreeSet<QueuedTask> yielding;

  private static boolean yields(QueuedTask task) {
    return task.demand().yieldNs() > 0;
  }

  @Override
  public void add(QueuedTask task) {
    if (!yields(task)) {
      super.add(task);
      return;
    }
    if (yielding == null) {
      yielding = new TreeSet<>(BY_TURN);
    }
    yielding.add(task);
  }

  @Override
  public void remove(QueuedTask task) {
    if (!yields(task)) {
      super.remove(task);
    } else if (yielding != null) {
      yielding.remove(task);
    }
  }

  @Override
  public void serve(QueuedTask task) {
    remove(task);
  }

  @Override
  public @Nullable QueuedTask first() {
    var first = super.first();
    if (yielding == null || yielding.isEmpty()) {
      return first;
    }
    var other = yielding.first();
    return first == null || BY_TURN.compare(other, first) < 0 ? other : first;
  }

  @Override
  public List<QueuedTask> first(int limit) {
    if (yielding == null || yielding.isEmpty()) {
      return super.first(limit);
    }
    List<QueuedTask> found = new ArrayList<>(Math.min(limit, size()));
    var others = yielding.iterator();
    var other = others.next();
    var first = super.first();
    while (found.size() < limit && (first != null || other != null)) {
      if (first == null || (other != null && BY_TURN.compare(other, first) < 0)) {
        found.add(other);
        other = others.hasNext() ? others.next() : null;
      } else {
        found.add(first);
        first = first.behind();
      }
    }
    return found;
  }

  @Override
  public int size() {
    return super.size() + (yielding == null ? 0 : yielding.size());
  }
}
