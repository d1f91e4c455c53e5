package dev.muster.core.node;

import dev.muster.core.actor.flat.IdTable;
import dev.muster.core.node.Results.UnacknowledgedResult;
import dev.muster.core.node.queue.QueuedTask;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that the node knows, by the id of the reservation: a queued task, then a run in its place,
 * then its result until that is acknowledged. One lookup says whether a message is a duplicate.
 */
final class KnownTasks {

  private final IdTable byId = new IdTable();

  boolean contains(long id) {
    return byId.find(id) != null;
  }

  @Nullable QueuedTask queued(long id) {
    return byId.find(id) instanceof QueuedTask task ? task : null;
  }

  @Nullable Run run(long id) {
    return byId.find(id) instanceof Run run ? run : null;
  }

  @Nullable UnacknowledgedResult result(long id) {
    return byId.find(id) instanceof UnacknowledgedResult result ? result : null;
  }

  /** Whether the task waits or runs here. */
  boolean isUnderWay(long id) {
    var known = byId.find(id);
    return known instanceof QueuedTask || known instanceof Run;
  }

  void put(QueuedTask task) {
    byId.put(task);
  }

  /** In the place of the queued task that has started. */
  void put(Run run) {
    byId.put(run);
  }

  /** In the place of the run that has exited. */
  void put(UnacknowledgedResult result) {
    byId.put(result);
  }

  void remove(long id) {
    byId.remove(id);
  }

  /** All that are not started, in the order of their arrival. */
  List<QueuedTask> queued() {
    List<QueuedTask> queued = new ArrayList<>();
    byId.forEach(
        known -> {
          if (known instanceof QueuedTask task) {
            queued.add(task);
          }
        });
    queued.sort(Comparator.comparingLong(QueuedTask::arrival));
    return queued;
  }
}
