package dev.muster.check;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.StageResized;
import dev.muster.core.event.MasterEntry.TasksCompleted;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.model.TaskId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the master's log has made safe about tasks: read from the log, not from the master. */
final class MasterRecord {

  private record StageRow(long job, int stage) {}

  private final Map<Long, JobSpec> jobs = new HashMap<>();

  /** All sizes of stages that were resized, in their order. */
  private final Map<StageRow, List<Integer>> sizes = new HashMap<>();

  private final Set<TaskKey> done = new HashSet<>();

  /** The latest batch of each job: earlier ones, and a second copy, change nothing. */
  private final Map<Long, Long> batches = new HashMap<>();

  private final Set<Long> closed = new HashSet<>();

  /** Which tasks are reopened by this event. */
  List<TaskKey> delivered(Event event) {
    return event instanceof EntryCommitted committed ? committed(committed.entry()) : List.of();
  }

  private List<TaskKey> committed(LogEntry entry) {
    switch (entry) {
      case JobOpened accepted -> jobs.put(accepted.job(), accepted.spec());
      case StageResized resized -> resized(resized);
      case TasksCompleted batch -> {
        return completed(batch);
      }
      case JobClosed end -> closed.add(end.report().job());
      default -> {} // says nothing of tasks
    }
    return List.of();
  }

  private List<TaskKey> completed(TasksCompleted batch) {
    if (batch.batch() <= batches.getOrDefault(batch.job(), 0L)) {
      return List.of();
    }
    batches.put(batch.job(), batch.batch());
    var reopened = batch.reopened().stream().map(task -> key(batch.job(), task)).toList();
    done.removeAll(reopened);
    batch.tasks().forEach(task -> done.add(key(batch.job(), task)));
    return reopened;
  }

  private TaskKey key(long job, TaskId task) {
    var spec = jobs.get(job);
    if (spec == null) {
      throw new BrokenPromise(1, "tasks of job-%d are done, which is not on record".formatted(job));
    }
    var key = new TaskKey(job, task.stage(), task.index());
    if (task.stage() >= spec.stages().size()
        || sizes(job, task.stage()).stream().allMatch(size -> task.index() >= size)) {
      throw new BrokenPromise(2, key + " is done, and is none");
    }
    return key;
  }

  private void resized(StageResized entry) {
    var all = new ArrayList<>(sizes(entry.job(), entry.stage()));
    all.add(entry.tasks());
    sizes.put(new StageRow(entry.job(), entry.stage()), all);
  }

  /** The sizes that the stage of a job has had, the present one last. */
  List<Integer> sizes(long job, int stage) {
    var resized = sizes.get(new StageRow(job, stage));
    return resized == null ? List.of(stage(job, stage).tasks()) : resized;
  }

  String stageName(long job, int stage) {
    return stage(job, stage).name();
  }

  private StageSpec stage(long job, int stage) {
    var spec = jobs.get(job);
    if (spec == null) {
      throw new BrokenPromise(1, "job-%d is not on record".formatted(job));
    }
    return spec.stages().get(stage);
  }

  /** Whether the task runs again only if its output is lost, whoever dies. */
  boolean isDone(TaskKey task) {
    return done.contains(task);
  }

  boolean isClosed(long job) {
    return closed.contains(job);
  }
}
