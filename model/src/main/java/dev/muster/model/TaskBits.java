package dev.muster.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A set of tasks of a job; the size of a stage need not be known. */
public final class TaskBits {

  private @Nullable BitSet[] byStage = new BitSet[0];

  public static TaskBits of(TaskSet tasks) {
    var bits = new TaskBits();
    tasks.stages().forEach(part -> bits.of(part.stage()).or(part.tasks()));
    return bits;
  }

  public void add(TaskId task) {
    of(task.stage()).set(task.index());
  }

  public void remove(TaskId task) {
    if (contains(task)) {
      of(task.stage()).clear(task.index());
    }
  }

  private BitSet of(int stage) {
    if (stage >= byStage.length) {
      byStage = Arrays.copyOf(byStage, Math.max(stage + 1, 2 * byStage.length));
    }
    var known = byStage[stage];
    if (known != null) {
      return known;
    }
    var made = new BitSet();
    byStage[stage] = made;
    return made;
  }

  public boolean contains(TaskId task) {
    var known = task.stage() < byStage.length ? byStage[task.stage()] : null;
    return known != null && known.get(task.index());
  }

  public TaskSet all() {
    List<TaskSet.StageBits> parts = new ArrayList<>();
    for (int stage = 0; stage < byStage.length; stage++) {
      var tasks = byStage[stage];
      if (tasks != null) {
        parts.add(TaskSet.StageBits.of(stage, tasks));
      }
    }
    return parts.isEmpty() ? TaskSet.NONE : new TaskSet(Collections.unmodifiableList(parts));
  }
}
