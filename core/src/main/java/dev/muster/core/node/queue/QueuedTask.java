package dev.muster.core.node.queue;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.IdTable;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A reservation or a task that a node was sent and has not started. A reservation has no task until
 * its turn: it then has its allocation and asks its scheduler for a task.
 *
 * <pre>
 *   EnqueueReservation --> WAITING ------- turn ------> ASKING
 *                             | asks ahead                ^ |
 *                             v                           | | LaunchTask
 *                       ASKING_AHEAD ------ turn ---------+ |
 *                             | LaunchTask                  |
 *                             v                             v
 *   PlaceTask -------------> BOUND -------- turn -------> READY --> STARTED
 * </pre>
 *
 * <p>Those on the left are in the wait queue; those on the right have an allocation. Any of them
 * may become DROPPED: withdrawn, killed, returned, or without an answer.
 */
public final class QueuedTask extends IdTable.Entry<QueuedTask> {

  /** The states of a queued task. */
  public enum QueuedTaskState implements Lifecycle.State<QueuedTaskState> {
    /** In the wait queue, without a task. */
    WAITING,
    /** In the wait queue, asking for its task so that its turn need not wait for the answer. */
    ASKING_AHEAD,
    /** In the wait queue, with its task. */
    BOUND,
    /** Has an allocation and asks for its task. */
    ASKING,
    /** Has an allocation and its task, and waits until revoked allocations are released. */
    READY,
    STARTED,
    DROPPED;

    @Override
    public boolean mayBecome(QueuedTaskState next) {
      return switch (this) {
        case WAITING -> next == ASKING_AHEAD || next == ASKING || next == DROPPED;
        case ASKING_AHEAD -> next == BOUND || next == ASKING || next == DROPPED;
        case BOUND, ASKING -> next == READY || next == DROPPED;
        case READY -> next == STARTED || next == DROPPED;
        case STARTED, DROPPED -> false;
      };
    }
  }

  /** How long a task is assumed to run if nobody said. */
  public static final long ASSUMED_NS = 1_000_000_000L;

  /** A day: as many of these as may wait anywhere still have a sum. */
  static final long MAX_WORK_NS = 86_400_000_000_000L;

  private final Lifecycle<QueuedTaskState> lifecycle;
  private final Address<SchedulerEvent> scheduler;
  private final long arrival;
  private final long arrivedNs;
  private QueuedTaskState state;
  private Demand demand;
  private @Nullable Work work;
  private long question;
  private int questions;
  private long askedNs;

  /** Its place in the {@link WeightedDraw} of opportunistic tasks. */
  int drawSlot;

  /**
   * @param arrival counts the arrivals at this node, so that no two tasks are equal in any order
   * @param work null for a reservation
   */
  public QueuedTask(
      Lifecycle<QueuedTaskState> lifecycle,
      long id,
      Address<SchedulerEvent> scheduler,
      long arrival,
      long arrivedNs,
      Demand demand,
      @Nullable Work work) {
    super(id);
    this.lifecycle = lifecycle;
    this.scheduler = scheduler;
    this.arrival = arrival;
    this.arrivedNs = arrivedNs;
    this.demand = demand;
    this.work = work;
    this.state = work == null ? QueuedTaskState.WAITING : QueuedTaskState.BOUND;
  }

  // Transitions.

  /** Its turn has come. */
  public void allocate() {
    become(work == null ? QueuedTaskState.ASKING : QueuedTaskState.READY);
  }

  /**
   * Asks for its task.
   *
   * @param number an answer must echo the number of the latest question
   */
  public void ask(long nowNs, long number) {
    if (state == QueuedTaskState.WAITING) {
      become(QueuedTaskState.ASKING_AHEAD);
    }
    question = number;
    questions++;
    askedNs = nowNs;
  }

  /** The answer: its task. */
  public void bind(Work given) {
    work = given;
    become(isAllocated() ? QueuedTaskState.READY : QueuedTaskState.BOUND);
  }

  /** Becomes a run. */
  public void start() {
    become(QueuedTaskState.STARTED);
  }

  public void drop() {
    become(QueuedTaskState.DROPPED);
  }

  private void become(QueuedTaskState next) {
    state = lifecycle.change(state, next);
  }

  /** Changes the tier; whoever holds the task moves it to where it then belongs. */
  public void guaranteeBy(String grant) {
    demand = demand.guaranteedBy(grant);
  }

  /** Changes the estimate; whoever holds the task moves it to where it then belongs. */
  public void refine(long estimateNs) {
    demand = demand.withEstimate(estimateNs);
  }

  // Questions.

  /** Whether the task is known: from the start, or from the answer of its scheduler. */
  public boolean isBound() {
    return state == QueuedTaskState.BOUND || state == QueuedTaskState.READY;
  }

  public boolean isAllocated() {
    return state == QueuedTaskState.ASKING || state == QueuedTaskState.READY;
  }

  public boolean isAsking() {
    return state == QueuedTaskState.ASKING || state == QueuedTaskState.ASKING_AHEAD;
  }

  /** Whether this answers its latest question. */
  public boolean isAnsweredBy(long number) {
    return isAsking() && question == number;
  }

  /** Whether it may be withdrawn: an answer under way must find it. */
  public boolean isWithdrawable() {
    return state == QueuedTaskState.WAITING || state == QueuedTaskState.BOUND;
  }

  /** Whether the task is dropped, or has started. */
  public boolean isGone() {
    return state == QueuedTaskState.STARTED || state == QueuedTaskState.DROPPED;
  }

  /** How often it has asked for its task. */
  public int questions() {
    return questions;
  }

  public long askedNs() {
    return askedNs;
  }

  /** How long the task is expected to run, or assumed to. */
  public long lengthNs() {
    long estimateNs = demand.estimateNs();
    return estimateNs == 0 ? ASSUMED_NS : estimateNs;
  }

  /** What the task counts for where the work that waits has a limit. */
  public long workNs() {
    return Math.min(lengthNs(), MAX_WORK_NS);
  }

  /**
   * What starts the task now that it is bound.
   *
   * @param epoch of the node
   */
  public Launch toLaunch(int epoch) {
    return new Launch(id(), scheduler.index(), epoch, demand, work());
  }

  public Address<SchedulerEvent> scheduler() {
    return scheduler;
  }

  public long arrival() {
    return arrival;
  }

  public long arrivedNs() {
    return arrivedNs;
  }

  /** Arrivals before that have their turn before the task: it yields to them. */
  public long turnNs() {
    return Timing.later(arrivedNs, demand.yieldNs());
  }

  public Demand demand() {
    return demand;
  }

  public boolean isOpportunistic() {
    return demand.isOpportunistic();
  }

  public Resources need() {
    return demand.resources();
  }

  public Work work() {
    return Objects.requireNonNull(work);
  }
}
