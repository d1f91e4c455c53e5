package dev.muster.core.submit;

import dev.muster.core.event.MasterEntry.TasksDone;
import dev.muster.model.TaskSet;
import java.util.BitSet;

/** The tasks of one open job that have succeeded, as the log has them. */
final class DoneTasks {

  private final BitSet tasks = new BitSet();
  private long batch;

  void add(TasksDone done) {
    done.tasks().forEach(tasks::set);
    batch = Math.max(batch, done.batch());
  }

  /** The latest batch that is in. */
  long batch() {
    return batch;
  }

  TaskSet all() {
    return TaskSet.of(tasks);
  }
}
