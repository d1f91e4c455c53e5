package dev.muster.core.node;

import dev.muster.core.actor.Timing;
import java.util.Comparator;
import java.util.function.Supplier;

/**
 * The order in which the guaranteed tasks of a node get their turn.
 *
 * @param kind the order among equals
 * @param priorities whether higher priorities go before it
 * @param bypassNs under {@link Kind#SHORTEST_FIRST}, how much later a task may come and still
 *     overtake a longer one: what bounds starvation
 */
public record QueueOrder(Kind kind, boolean priorities, long bypassNs) {

  /** The orders there are. */
  public enum Kind {
    FIFO,
    /** Tasks of the job that was submitted first. */
    JOB_AGE,
    SHORTEST_FIRST,
    /** Weighted fair shares per user. */
    FAIR
  }

  public static final QueueOrder FIFO = new QueueOrder(Kind.FIFO, false, 0);

  Line newLine() {
    return priorities ? new PriorityLine(within()) : within().get();
  }

  private Supplier<Line> within() {
    return switch (kind) {
      case FIFO -> FifoLine::new;
      case JOB_AGE ->
          () ->
              new SortedLine(
                  Comparator.comparingLong(entry -> entry.demand.origin().submittedNs()));
      case SHORTEST_FIRST -> () -> new SortedLine(Comparator.comparingLong(this::latestTurn));
      case FAIR -> () -> new FairLine();
    };
  }

  /**
   * Sorting by arrival plus length lets short ones overtake, and nobody who comes more than the
   * bound later: the one that waits is older than that by then. One of unknown length is taken for
   * the longest.
   */
  private long latestTurn(Entry entry) {
    long estimateNs = entry.demand.estimateNs();
    boolean longest = estimateNs == 0 || estimateNs >= bypassNs / STRETCH;
    return Timing.later(entry.arrivedNs, longest ? bypassNs : estimateNs * STRETCH);
  }

  /** How strongly length counts against time waited. */
  private static final long STRETCH = 10;
}
