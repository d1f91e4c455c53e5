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
    /** The one that came first, as in Mercury where queues are not reordered. */
    ARRIVAL,
    /** One of the job submitted first, after Mercury. */
    JOB_AGE
  }

  private static final Comparator<QueuedTask> BY_ARRIVAL =
      Comparator.comparingLong(QueuedTask::arrival);

  private static final Comparator<QueuedTask> BY_JOB_AGE =
      Comparator.<QueuedTask>comparingLong(task -> task.demand().origin().submittedNs())
          .thenComparingLong(task -> task.demand().origin().job())
          .thenComparingLong(QueuedTask::arrival);

  /** The tasks of one size, in the order in which they start. */
  private static final class Alike {
    final Resources need;
    final TreeSet<QueuedTask> waiting;
    final WeightedDraw draw = new WeightedDraw();

    Alike(Resources need, Comparator<QueuedTask> order) {
      this.need = need;
      this.waiting = new TreeSet<>(order);
    }
  }

  private final Pick pick;
  private final Chance chance;

  /** Of tasks of one size. */
  private final Comparator<QueuedTask> order;

  private final Map<Resources, Alike> sizes = new LinkedHashMap<>();

  /** All, in the order in which they would start if all were of one size. */
  private final TreeSet<QueuedTask> startOrder;

  private final Backlog backlog = new Backlog();

  OpportunisticQueue(Pick pick, Chance chance) {
    this.pick = pick;
    this.chance = chance;
    this.order = pick == Pick.ARRIVAL ? BY_ARRIVAL : BY_JOB_AGE;
    this.startOrder = new TreeSet<>(startOrder(pick));
  }

  /** Where tasks are drawn, those that weigh more are likely to be first. */
  private static Comparator<QueuedTask> startOrder(Pick pick) {
    return switch (pick) {
      case WEIGHTED_RANDOM ->
          Comparator.<QueuedTask>comparingLong(task -> -WeightedDraw.weight(task))
              .thenComparingLong(QueuedTask::arrival);
      case ARRIVAL -> BY_ARRIVAL;
      case JOB_AGE -> BY_JOB_AGE;
    };
  }

  void add(QueuedTask task) {
    var alike = sizes.computeIfAbsent(task.need(), need -> new Alike(need, order));
    alike.waiting.add(task);
    alike.draw.add(task);
    startOrder.add(task);
    backlog.add(task);
  }

  void remove(QueuedTask task) {
    if (!startOrder.remove(task)) {
      return;
    }
    var alike = sizes.get(task.need());
    if (alike != null && alike.waiting.remove(task)) {
      alike.draw.remove(task);
      if (alike.waiting.isEmpty()) {
        sizes.remove(task.need());
      }
    }
    backlog.remove(task);
  }

  /** The task is expected to take another time. */
  void refine(QueuedTask task, long estimateNs) {
    backlog.remove(task);
    task.refine(estimateNs);
    backlog.add(task);
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
      case ARRIVAL, JOB_AGE -> first(able, longestNs);
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

  private @Nullable QueuedTask first(List<Alike> able, long longestNs) {
    QueuedTask first = null;
    for (var alike : able) {
      for (var task : alike.waiting) {
        if (first != null && order.compare(first, task) < 0) {
          break;
        }
        if (task.lengthNs() <= longestNs) {
          first = task;
          break;
        }
      }
    }
    return first;
  }

  /** The task that would start last, as far as there is an order: the first to be shed. */
  @Nullable QueuedTask last() {
    return startOrder.isEmpty() ? null : startOrder.last();
  }

  /** How much work waits, by its estimates. */
  Backlog backlog() {
    return backlog;
  }
}
