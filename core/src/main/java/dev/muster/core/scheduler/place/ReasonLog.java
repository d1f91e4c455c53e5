package dev.muster.core.scheduler.place;

import dev.muster.model.Explanation;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why tasks of one stage were placed where they are; kept only for jobs that somebody asks about.
 */
public final class ReasonLog {

  /** How many tasks are remembered; the one that was placed first is forgotten first. */
  static final int MAX_TASKS = 1_000;

  private final Map<Integer, Explanation> byTask = new LinkedHashMap<>();

  public void put(int task, Explanation why) {
    byTask.remove(task);
    if (byTask.size() == MAX_TASKS) {
      byTask.remove(byTask.keySet().iterator().next());
    }
    byTask.put(task, why);
  }

  /** Null where nothing is remembered of the task. */
  public @Nullable Explanation find(int task) {
    return byTask.get(task);
  }
}
