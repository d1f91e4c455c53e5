package dev.muster.core.node.queue;

import dev.muster.core.actor.Chance;
import dev.muster.core.node.resource.MaintenanceWindow;
import dev.muster.core.node.resource.ResourceLedger;
import dev.muster.core.node.resource.SpareShare;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that wait on a node, and whose turn it is.
 *
 * <p>Guaranteed tasks go first, in the order of their discipline, backfilled where that delays none
 * of them; opportunistic tasks only when no guaranteed one can start, and only in spare capacity.
 */
public final class WaitQueue {

  private static final long NOT_SETTLED = -1;

  private final QueueConfig config;
  private final ResourceLedger ledger;
  private final WaitPredictor predictor;
  private final QueueingDelay delay;
  private final MaintenanceWindow window;
  private final Discipline guaranteed;
  private final Chance chance;

  /** Made when the first task has to wait: on many nodes none ever does. */
  private @Nullable Backlog backlog;

  /** Made for the first opportunistic task: many nodes never see one. */
  private @Nullable OpportunisticQueue opportunistic;

  private SpareShare share;

  /** Whether the limits are of a forecast, which an operator's are not. */
  private boolean foreseen;

  private long shedAboveNs = Long.MAX_VALUE;
  private long workNs;
  private int size;
  private int opportunisticSize;

  /**
   * The change of the ledger since which no guaranteed task can start. They are looked at again
   * only when the ledger or the discipline has changed, so that what opportunistic tasks do moves
   * no guaranteed one.
   */
  private long settled = NOT_SETTLED;

  public WaitQueue(
      QueueConfig config,
      ResourceLedger ledger,
      WaitPredictor predictor,
      QueueingDelay delay,
      MaintenanceWindow window,
      Chance chance) {
    this.config = config;
    this.ledger = ledger;
    this.predictor = predictor;
    this.delay = delay;
    this.window = window;
    this.guaranteed = config.discipline().newDiscipline();
    this.chance = chance;
    this.share = usualShare();
  }

  /** Whether one more may wait: at most so many, and so much work unless nothing else waits. */
  public boolean accepts(QueuedTask task) {
    return size < config.maxWaiting()
        && (size == 0 || task.workNs() <= config.maxWorkNs() - workNs);
  }

  public void add(QueuedTask task) {
    workNs += task.workNs();
    size++;
    if (task.isOpportunistic()) {
      opportunisticSize++;
      opportunistic().add(task);
    } else {
      if (ledger.canGuarantee(task.need())) {
        settled = NOT_SETTLED; // a task that does not fit lets no other task start
      }
      guaranteed.add(task);
      backlog().add(task);
    }
  }

  /** The task no longer waits, and its turn has not come. */
  public void remove(QueuedTask task) {
    if (countOut(task)) {
      guaranteed.remove(task);
    }
  }

  /** The turn of the task has come. */
  public void serve(QueuedTask task) {
    if (countOut(task)) {
      guaranteed.serve(task);
    }
  }

  /** An opportunistic task is gone then, a guaranteed one still in its discipline. */
  private boolean countOut(QueuedTask task) {
    workNs -= task.workNs();
    size--;
    if (task.isOpportunistic()) {
      opportunisticSize--;
      opportunistic().remove(task);
      return false;
    }
    settled = NOT_SETTLED;
    backlog().remove(task);
    return true;
  }

  /** An opportunistic task waits among the guaranteed ones from now on. */
  public void promote(QueuedTask task, String grant) {
    remove(task);
    task.guaranteeBy(grant);
    add(task);
  }

  /** A task that waits is expected to take another time. */
  public void refine(QueuedTask task, long estimateNs) {
    workNs -= task.workNs();
    if (task.isOpportunistic()) {
      opportunistic().refine(task, estimateNs);
    } else {
      backlog().remove(task);
      guaranteed.refine(task, estimateNs);
      backlog().add(task);
    }
    workNs += task.workNs();
    replan();
  }

  /** Times are expected to be others: tasks that could not start may be able to. */
  public void replan() {
    settled = NOT_SETTLED;
  }

  // Whose turn it is.

  /** Whether a task whose resources were committed in the cell state can have them now. */
  public boolean canAllocate(QueuedTask task) {
    return task.isOpportunistic() ? hasSpare(task.need()) : ledger.canGuarantee(task.need());
  }

  /**
   * Whether an opportunistic task of this size may start beside all others. A forecast keeps no
   * task from an idle machine, however large the task is: else one that is larger than the limit
   * would wait for as long as the forecast remembers what ran here, and what ran may have been the
   * task before, once it was promoted.
   */
  private boolean hasSpare(Resources need) {
    return ledger.hasSpare(need, share)
        || (foreseen && ledger.isIdle() && ledger.hasSpare(need, usualShare()));
  }

  /** The guaranteed task that starts now; null where none can. */
  public @Nullable QueuedTask nextGuaranteed(long nowNs) {
    if (settled == ledger.changes()) {
      return null;
    }
    var first = guaranteed.first();
    if (first != null
        && ledger.canGuarantee(first.need())
        && window.allows(nowNs, first.lengthNs())) {
      return first;
    }
    var backfill = first == null ? null : predictor.backfill(nowNs, guaranteed);
    if (backfill == null) {
      settled = ledger.changes();
    }
    return backfill;
  }

  /** The opportunistic task that starts now, where no guaranteed one can. */
  public @Nullable QueuedTask nextOpportunistic(long nowNs) {
    return opportunisticSize == 0
        ? null
        : opportunistic().next(this::hasSpare, window.longestNs(nowNs));
  }

  /** The reservations that come next and have not asked for their task. */
  public List<QueuedTask> toAskAhead() {
    int askAhead = config.sampling().askAhead();
    if (askAhead == 0 || guaranteed.size() == 0) {
      return List.of();
    }
    List<QueuedTask> next = new ArrayList<>(guaranteed.first(askAhead));
    next.removeIf(task -> task.isBound() || task.isAsking());
    return next;
  }

  // Opportunistic limits.

  /**
   * @param most that opportunistic tasks may have
   * @param aboveNs how long a new one may have to wait before some of those that wait are shed
   * @param isForecast whether that is what guaranteed tasks are expected to leave, and no rule
   */
  public void limitOpportunistic(SpareShare most, long aboveNs, boolean isForecast) {
    share = most;
    shedAboveNs = aboveNs;
    foreseen = isForecast;
  }

  /** The limits are again what the node is configured with. */
  public void liftLimits() {
    limitOpportunistic(usualShare(), Long.MAX_VALUE, false);
  }

  private SpareShare usualShare() {
    return SpareShare.ofBoth(config.opportunistic().share());
  }

  public SpareShare opportunisticShare() {
    return share;
  }

  /** How long an opportunistic task that arrives now is expected to wait. */
  public long delayNs(long nowNs) {
    return delay.ns(
        nowNs,
        share,
        backlog == null ? Backlog.NONE : backlog,
        opportunistic == null ? Backlog.NONE : opportunistic.backlog());
  }

  /** The opportunistic task that would start last, where a new one would have to wait too long. */
  public @Nullable QueuedTask toShed(long nowNs) {
    boolean isLimited = shedAboveNs < Long.MAX_VALUE && opportunisticSize > 0;
    return isLimited && delayNs(nowNs) > shedAboveNs ? opportunistic().last() : null;
  }

  /** What all guaranteed tasks that wait would have if they ran at once. */
  public Resources guaranteedNeed() {
    return backlog == null ? Resources.NONE : backlog.need();
  }

  private OpportunisticQueue opportunistic() {
    if (opportunistic == null) {
      opportunistic = new OpportunisticQueue(config.opportunistic().pick(), chance);
    }
    return opportunistic;
  }

  public int size() {
    return size;
  }

  public int opportunisticSize() {
    return opportunisticSize;
  }

  /** How long all that waits would run, one after the other. */
  public long workNs() {
    return workNs;
  }

  public Discipline guaranteed() {
    return guaranteed;
  }

  Backlog backlog() {
    if (backlog == null) {
      backlog = new Backlog();
    }
    return backlog;
  }
}
