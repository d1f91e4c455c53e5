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
  private final Set<Long> closed = new HashSet<>();

  void delivered(Event event) {
    if (event instanceof EntryCommitted committed) {
      committed(committed.entry());
    }
  }

  private void committed(LogEntry entry) {
    switch (entry) {
      case JobOpened accepted -> jobs.put(accepted.job(), accepted.spec());
      case StageResized resized -> resized(resized);
      case TasksCompleted batch -> batch.tasks().forEach(task -> done.add(key(batch.job(), task)));
      case JobClosed end -> closed.add(end.report().job());
      default -> {} // says nothing of tasks
    }
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

  /** Whether the task will never run again, whoever dies. */
  boolean isDone(TaskKey task) {
    return done.contains(task);
  }

  boolean isClosed(long job) {
    return closed.contains(job);
  }
}
