package dev.muster.core.node.queue;

import dev.muster.core.actor.Timing;
import java.util.Comparator;
import java.util.function.Supplier;

/**
 * The discipline of a node's guaranteed tasks.
 *
 * @param order the order among tasks of one priority
 * @param priorities whether higher priorities go first
 * @param bypassNs under {@link ServiceOrder#SHORTEST_FIRST}, how much later a task may arrive and
 *     still overtake a longer one: what bounds starvation
 */
public record DisciplineConfig(ServiceOrder order, boolean priorities, long bypassNs) {

  /** The orders there are. */
  public enum ServiceOrder {
    FIFO,
    /** Tasks of the job that was submitted first. */
    JOB_AGE,
    SHORTEST_FIRST,
    /** Weighted fair shares per user. */
    FAIR
  }

  public static final DisciplineConfig FIFO = new DisciplineConfig(ServiceOrder.FIFO, false, 0);

  Discipline newDiscipline() {
    return priorities ? new PriorityDiscipline(within()) : within().get();
  }

  private Supplier<Discipline> within() {
    return switch (order) {
      case FIFO -> FifoDiscipline::new;
      case JOB_AGE ->
          () ->
              new SortedDiscipline(
                  Comparator.comparingLong(task -> task.demand().origin().submittedNs()));
      case SHORTEST_FIRST -> () -> new SortedDiscipline(Comparator.comparingLong(this::sortKeyNs));
      case FAIR -> () -> new FairDiscipline();
    };
  }

  /**
   * Sorting by arrival plus length lets short tasks overtake, and none that arrives more than the
   * bound later: the waiting task is older than that by then. A task of unknown length counts as
   * the longest.
   */
  private long sortKeyNs(QueuedTask task) {
    long estimateNs = task.demand().estimateNs();
    boolean longest = estimateNs == 0 || estimateNs >= bypassNs / STRETCH;
    return Timing.later(task.arrivedNs(), longest ? bypassNs : estimateNs * STRETCH);
  }

  /** How strongly length counts against time waited. */
  private static final long STRETCH = 10;
}
