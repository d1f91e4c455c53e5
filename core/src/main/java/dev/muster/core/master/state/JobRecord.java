package dev.muster.core.master.state;

import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.StageResized;
import dev.muster.core.event.MasterEntry.TasksCompleted;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.OutputPlaces;
import dev.muster.model.OutputPlaces.StagePlaces;
import dev.muster.model.StageSpec;
import dev.muster.model.TaskBits;
import dev.muster.model.TaskSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One accepted job, as the log has it.
 *
 * @param completed its tasks that have succeeded; kept while the job is open
 * @param sizes how many tasks its stages have, or had when the job ended
 * @param report how the job ended; null while the job is open
 */
public record JobRecord(
    JobOpened accepted, CompletedTasks completed, StageSizes sizes, @Nullable JobReport report) {

  /** The tasks of one open job that have succeeded, and where their outputs are. */
  public static final class CompletedTasks {

    private final TaskBits tasks = new TaskBits();
    private final OutputPlaces outputs = new OutputPlaces();
    private long batch;

    /** An entry that is not the next changes nothing: the task may have been reopened since. */
    void add(TasksCompleted completed) {
      if (completed.batch() <= batch) {
        return;
      }
      batch = completed.batch();
      completed.reopened().forEach(tasks::remove);
      completed.reopened().forEach(outputs::remove);
      completed.tasks().forEach(tasks::add);
      completed.outputs().forEach(outputs::put);
    }

    public List<StagePlaces> outputs() {
      return outputs.all();
    }

    /** The latest batch that is applied. */
    public long batch() {
      return batch;
    }

    public TaskSet all() {
      return tasks.all();
    }
  }

  /** The job as it was accepted, with its stages as large as they are now. */
  public static final class StageSizes {

    private JobSpec spec;
    private @Nullable StageResized latest;

    StageSizes(JobSpec spec) {
      this.spec = spec;
    }

    /** How many tasks the job thereby has more; an entry that is not the next changes nothing. */
    long apply(StageResized resized) {
      if (resized.revision() <= revision()) {
        return 0;
      }
      long before = spec.tasks();
      List<StageSpec> stages = new ArrayList<>(spec.stages());
      stages.set(resized.stage(), stages.get(resized.stage()).withTasks(resized.tasks()));
      spec = spec.withStages(stages);
      latest = resized;
      return spec.tasks() - before;
    }

    public JobSpec spec() {
      return spec;
    }

    /** Of the latest resize; 0 where there was none. */
    public int revision() {
      return latest == null ? 0 : latest.revision();
    }

    public @Nullable StageResized latest() {
      return latest;
    }
  }

  static JobRecord of(JobOpened accepted) {
    return new JobRecord(accepted, new CompletedTasks(), new StageSizes(accepted.spec()), null);
  }

  public long job() {
    return accepted.job();
  }

  public boolean isOpen() {
    return report == null;
  }

  JobRecord ended(JobReport how) {
    return new JobRecord(accepted, new CompletedTasks(), sizes, how);
  }
}
