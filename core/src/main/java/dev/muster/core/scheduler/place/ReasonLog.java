package dev.muster.core.scheduler.place;

import dev.muster.model.Explanation;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why tasks of one job were placed where they are; kept only for jobs that somebody asks about. */
public final class ReasonLog {

  /** How many tasks are remembered; the one that was placed first is forgotten first. */
  static final int MAX_TASKS = 1_000;

  private record ExplainedTask(int stage, int index) {}

  private final Map<ExplainedTask, Explanation> byTask = new LinkedHashMap<>();

  public void put(int stage, int index, Explanation why) {
    var task = new ExplainedTask(stage, index);
    byTask.remove(task);
    if (byTask.size() == MAX_TASKS) {
      byTask.remove(byTask.keySet().iterator().next());
    }
    byTask.put(task, why);
  }

  /** Null where nothing is remembered of the task. */
  public @Nullable Explanation find(int stage, int index) {
    return byTask.get(new ExplainedTask(stage, index));
  }
}
