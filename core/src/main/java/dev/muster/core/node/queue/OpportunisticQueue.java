package dev.muster.core.node.queue;

import dev.muster.core.actor.Chance;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Opportunistic tasks that wait for spare capacity.
 *
 * <p>Apollo draws a task at random by weight from all that fit, whenever they came: a job's chance
 * is the sum of the weights of its waiting tasks, and a task that does not fit is in nobody's way.
 * Mercury takes a task of the oldest job.
 *
 * <p>Whether a task fits depends on its size alone, so tasks of one size are kept together: a
 * choice takes as many steps as there are sizes, and the logarithm of how many tasks wait. Only
 * before a maintenance window, for which lengths count too, each task is looked at.
 */
public final class OpportunisticQueue {

  /** How the next task is chosen. */
  public enum Pick {
    /** At random by weight, after Apollo. */
    WEIGHTED_RANDOM,
    /** One of the job submitted first, after Mercury. */
    JOB_AGE
  }

  private static final Comparator<QueuedTask> BY_JOB_AGE =
      Comparator.<QueuedTask>comparingLong(task -> task.demand().origin().submittedNs())
          .thenComparingLong(task -> task.demand().origin().job())
          .thenComparingLong(QueuedTask::arrival);

  /** The tasks of one size, in the order of their jobs. */
  private static final class Alike {
    final Resources need;
    final TreeSet<QueuedTask> waiting = new TreeSet<>(BY_JOB_AGE);
    final WeightedDraw draw = new WeightedDraw();

    Alike(Resources need) {
      this.need = need;
    }
  }

  private final Pick pick;
  private final Chance chance;
  private final Map<Resources, Alike> sizes = new LinkedHashMap<>();
  private final TreeSet<QueuedTask> byArrival =
      new TreeSet<>(Comparator.comparingLong(QueuedTask::arrival));
  private long workNs;

  OpportunisticQueue(Pick pick, Chance chance) {
    this.pick = pick;
    this.chance = chance;
  }

  void add(QueuedTask task) {
    var alike = sizes.computeIfAbsent(task.need(), Alike::new);
    alike.waiting.add(task);
    alike.draw.add(task);
    byArrival.add(task);
    workNs += task.workNs();
  }

  void remove(QueuedTask task) {
    if (!byArrival.remove(task)) {
      return;
    }
    var alike = sizes.get(task.need());
    if (alike != null && alike.waiting.remove(task)) {
      alike.draw.remove(task);
      if (alike.waiting.isEmpty()) {
        sizes.remove(task.need());
      }
    }
    workNs -= task.workNs();
  }

  /** The task is expected to take another time. */
  void refine(QueuedTask task, long estimateNs) {
    workNs -= task.workNs();
    task.refine(estimateNs);
    workNs += task.workNs();
  }

  /**
   * Chooses among those that would fit; the task stays.
   *
   * @param longestNs how long a task may take
   */
  @Nullable QueuedTask next(Predicate<Resources> fits, long longestNs) {
    List<Alike> able = new ArrayList<>();
    for (var alike : sizes.values()) {
      if (fits.test(alike.need)) {
        able.add(alike);
      }
    }
    if (able.isEmpty()) {
      return null;
    }
    return switch (pick) {
      case WEIGHTED_RANDOM -> longestNs == Long.MAX_VALUE ? draw(able) : drawShort(able, longestNs);
      case JOB_AGE -> ofOldestJob(able, longestNs);
    };
  }

  private @Nullable QueuedTask draw(List<Alike> able) {
    long total = 0;
    for (var alike : able) {
      total += alike.draw.total();
    }
    long point = chance.nextLong(total);
    for (var alike : able) {
      if (point < alike.draw.total()) {
        return alike.draw.at(point);
      }
      point -= alike.draw.total();
    }
    throw new IllegalStateException("drawn beyond all weights");
  }

  private @Nullable QueuedTask drawShort(List<Alike> able, long longestNs) {
    List<QueuedTask> found = new ArrayList<>();
    long total = 0;
    for (var alike : able) {
      for (var task : alike.waiting) {
        if (task.lengthNs() <= longestNs) {
          found.add(task);
          total += WeightedDraw.weight(task);
        }
      }
    }
    long point = total == 0 ? 0 : chance.nextLong(total);
    for (var task : found) {
      point -= WeightedDraw.weight(task);
      if (point < 0) {
        return task;
      }
    }
    return null;
  }

  private static @Nullable QueuedTask ofOldestJob(List<Alike> able, long longestNs) {
    QueuedTask oldest = null;
    for (var alike : able) {
      for (var task : alike.waiting) {
        if (oldest != null && BY_JOB_AGE.compare(oldest, task) < 0) {
          break;
        }
        if (task.lengthNs() <= longestNs) {
          oldest = task;
          break;
        }
      }
    }
    return oldest;
  }

  /** The task that arrived last: the first to be shed. */
  @Nullable QueuedTask youngest() {
    return byArrival.isEmpty() ? null : byArrival.last();
  }

  /** How much work waits, by its estimates. */
  long workNs() {
    return workNs;
  }
}
