package dev.muster.core.master.state;

import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.TasksCompleted;
import dev.muster.model.JobReport;
import dev.muster.model.TaskBits;
import dev.muster.model.TaskSet;
import org.jspecify.annotations.Nullable;

/**
 * One accepted job, as the log has it.
 *
 * @param completed its tasks that have succeeded; kept while the job is open
 * @param report how the job ended; null while the job is open
 */
public record JobRecord(JobOpened accepted, CompletedTasks completed, @Nullable JobReport report) {

  /** The tasks of one open job that have succeeded. */
  public static final class CompletedTasks {

    private final TaskBits tasks = new TaskBits();
    private long batch;

    void add(TasksCompleted completed) {
      completed.tasks().forEach(tasks::add);
      batch = Math.max(batch, completed.batch());
    }

    /** The latest batch that is applied. */
    public long batch() {
      return batch;
    }

    public TaskSet all() {
      return tasks.all();
    }
  }

  static JobRecord of(JobOpened accepted) {
    return new JobRecord(accepted, new CompletedTasks(), null);
  }

  public long job() {
    return accepted.job();
  }

  public boolean isOpen() {
    return report == null;
  }

  JobRecord ended(JobReport how) {
    return new JobRecord(accepted, new CompletedTasks(), how);
  }
}
