package dev.muster.core.master.state;

import dev.muster.core.event.MasterEntry.TasksCompleted;
import dev.muster.model.TaskSet;
import java.util.BitSet;

/** The tasks of one open job that have succeeded, as the log has them. */
public final class DoneTasks {

  private final BitSet tasks = new BitSet();
  private long batch;

  void add(TasksCompleted done) {
    done.tasks().forEach(tasks::set);
    batch = Math.max(batch, done.batch());
  }

  /** The latest batch that is in. */
  public long batch() {
    return batch;
  }

  public TaskSet all() {
    return TaskSet.of(tasks);
  }
}
