package dev.muster.core.node;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Work;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.node.queue.QueuedTask;
import dev.muster.core.node.queue.WaitQueue;
import dev.muster.core.node.resource.ResourceLedger;
import dev.muster.model.Admission;
import dev.muster.model.RunResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Moves tasks from the wait queue to allocations, runs and results. Whatever changes what waits or
 * what is available ends in {@link #advance}.
 */
final class Dispatcher {

  /** How many tasks may have an allocation, however small they are. */
  static final int MAX_ALLOCATIONS = 10_000;

  /** How many of them may be opportunistic, so that these never keep others out by their number. */
  static final int MAX_OPPORTUNISTIC_ALLOCATIONS = MAX_ALLOCATIONS / 2;

  /** How many results may be unacknowledged before the node starts no new tasks. */
  static final int MAX_UNACKNOWLEDGED = 10_000;

  private final KnownTasks known;
  private final NodeHealth health;
  private final AdmissionCheck admission;
  private final WaitQueue queue;
  private final ResourceLedger ledger;
  private final Allocations allocations;
  private final Eviction eviction;
  private final Runs runs;
  private final Results results;
  private final OutgoingMessages messages;
  private long brokenPromises;

  Dispatcher(
      KnownTasks known,
      NodeHealth health,
      AdmissionCheck admission,
      WaitQueue queue,
      ResourceLedger ledger,
      Allocations allocations,
      Eviction eviction,
      Runs runs,
      Results results,
      OutgoingMessages messages) {
    this.known = known;
    this.health = health;
    this.admission = admission;
    this.queue = queue;
    this.ledger = ledger;
    this.allocations = allocations;
    this.eviction = eviction;
    this.runs = runs;
    this.results = results;
    this.messages = messages;
  }

  // In.

  /** Admits a task that the node does not know, or returns it. */
  void admit(long nowNs, QueuedTask task, Effects out) {
    if (known.contains(task.id()) || admission.isDuplicate(task) || !admission.admits(task, out)) {
      return;
    }
    if (task.demand().admission() == Admission.RESERVED) {
      startCommitted(nowNs, task, out);
      return;
    }
    known.put(task);
    queue.add(task);
    advance(nowNs, out);
    fetchAhead(task, out);
    shed(nowNs, out);
  }

  /** The resources of the task were committed in the cell state, and should be available. */
  private void startCommitted(long nowNs, QueuedTask task, Effects out) {
    if (!mayAllocate(task)) {
      brokenPromises++;
      var full =
          ledger.allocations() + " allocations and " + results.size() + " unacknowledged results";
      admission.returned(task, ReturnReason.LIMIT, full, out);
    } else if (queue.canAllocate(task)) {
      known.put(task);
      allocate(nowNs, task, out);
      advance(nowNs, out);
    } else {
      brokenPromises++;
      var detail = OutgoingMessages.shortfall(task, ledger.available());
      admission.returned(task, ReturnReason.UNAVAILABLE, detail, out);
    }
  }

  /** Uses the time in which a bound task waits. */
  private static void fetchAhead(QueuedTask task, Effects out) {
    boolean waits = task.isBound() && !task.isAllocated();
    if (waits && task.work().needsFiles()) {
      out.fetch(task.work(), task.demand().tier());
    }
  }

  // On.

  /**
   * Allocates as long as it is some task's turn. Frozen runs go on before opportunistic tasks that
   * have not started.
   */
  void advance(long nowNs, Effects out) {
    if (queue.size() == 0 && !runs.hasFrozen()) {
      return;
    }
    for (var next = queue.nextGuaranteed(nowNs); next != null && mayAllocate(next); ) {
      serve(nowNs, next, out);
      next = queue.nextGuaranteed(nowNs);
    }
    if (runs.hasFrozen()) {
      eviction.thaw(nowNs, queue.opportunisticShare(), out);
    }
    for (var next = nextOpportunistic(nowNs); next != null && mayAllocate(next); ) {
      serve(nowNs, next, out);
      next = nextOpportunistic(nowNs);
    }
    for (var task : queue.toAskAhead()) {
      messages.ask(nowNs, task, out);
    }
  }

  private @Nullable QueuedTask nextOpportunistic(long nowNs) {
    return runs.hasFrozen() ? null : queue.nextOpportunistic(nowNs);
  }

  /** Whether health and limits allow one more allocation, whatever is available. */
  private boolean mayAllocate(QueuedTask task) {
    return mayAllocate() && (!task.isOpportunistic() || mayAllocateOpportunistic());
  }

  private boolean mayAllocate() {
    return health.mayStart()
        && results.size() < MAX_UNACKNOWLEDGED
        && ledger.allocations() < MAX_ALLOCATIONS;
  }

  private boolean mayAllocateOpportunistic() {
    return !eviction.lacksMemory()
        && ledger.opportunisticAllocations() < MAX_OPPORTUNISTIC_ALLOCATIONS;
  }

  /**
   * Whether an opportunistic task of usual size that arrived now would start at once. What waits is
   * no obstacle: all that could start has started.
   */
  boolean couldStartOpportunistic() {
    return mayAllocate()
        && mayAllocateOpportunistic()
        && !admission.isDraining()
        && !runs.hasFrozen()
        && ledger.hasSpare(ledger.slot(), queue.opportunisticShare());
  }

  private void serve(long nowNs, QueuedTask task, Effects out) {
    queue.serve(task);
    allocate(nowNs, task, out);
  }

  private void allocate(long nowNs, QueuedTask task, Effects out) {
    boolean asksFirst = !task.isBound() && !task.isAsking();
    health.allocated(nowNs, task.id());
    var dropped = allocations.reserve(nowNs, task, out);
    if (!dropped.isEmpty()) {
      returnEvicted(dropped, "a guaranteed task needed the resources", out);
    }
    if (asksFirst) {
      messages.ask(nowNs, task, out);
    }
  }

  /** Tells the schedulers of tasks that had an allocation and were dropped. */
  void returnEvicted(List<QueuedTask> dropped, String detail, Effects out) {
    for (var task : dropped) {
      admission.returned(task, ReturnReason.EVICTED, detail, out);
    }
  }

  /** A reservation that asked has its task. */
  void bind(long nowNs, QueuedTask task, Work work, Effects out) {
    task.bind(work);
    if (task.isAllocated()) {
      allocations.startBound(nowNs, task, out);
    } else {
      fetchAhead(task, out);
    }
  }

  /** Makes an opportunistic task guaranteed, where the grant covers that and capacity allows. */
  boolean promote(long nowNs, long id, String grant, Effects out) {
    var run = known.run(id);
    if (run != null) {
      return admission.covers(run.demand(), grant) && allocations.promote(nowNs, run, grant, out);
    }
    var task = known.queued(id);
    if (task == null || !admission.covers(task.demand(), grant)) {
      return false;
    }
    if (!task.isOpportunistic()) {
      return true; // a duplicate of the message that promoted the task
    }
    if (task.isAllocated()) {
      return allocations.promote(task, grant);
    }
    queue.promote(task, grant);
    return true;
  }

  /** The task is expected to take another time. */
  void refine(QueuedTask task, long estimateNs) {
    if (task.isAllocated()) {
      task.refine(estimateNs);
      queue.replan();
    } else {
      queue.refine(task, estimateNs);
    }
  }

  void refine(Run run, long estimateNs) {
    run.allocation().refine(estimateNs);
    queue.replan();
  }

  // Out.

  /** The task has not started and is not wanted any longer. */
  void drop(long nowNs, QueuedTask task, Effects out) {
    forget(task);
    startAndAdvance(nowNs, out);
  }

  /** The same of all that have not started: none of them starts in between. */
  void dropAll() {
    known.queued().forEach(this::forget);
  }

  private void forget(QueuedTask task) {
    health.dropped(task.id());
    if (task.isAllocated()) {
      allocations.drop(task);
    } else {
      known.remove(task.id());
      queue.remove(task);
      task.drop();
    }
  }

  /** Returns all that has not started: the node is sick. */
  void returnAll(Effects out) {
    for (var task : known.queued()) {
      returnTask(task, ReturnReason.SICK, health.reason(), out);
    }
  }

  void returnTask(QueuedTask task, ReturnReason reason, String detail, Effects out) {
    forget(task);
    admission.returned(task, reason, detail, out);
  }

  /** The process of a run has exited; nothing happens where there was none. */
  void exited(long nowNs, long id, RunResult exit, Effects out) {
    var run = allocations.exit(nowNs, id);
    if (run != null) {
      results.add(nowNs, run, exit, out);
      startAndAdvance(nowNs, out);
    }
  }

  /**
   * Resources were released: those that wait for them in use start, then others have their turn.
   */
  void startAndAdvance(long nowNs, Effects out) {
    allocations.startReady(nowNs, out);
    advance(nowNs, out);
  }

  /** Returns opportunistic tasks for as long as a new one would have to wait too long. */
  void shed(long nowNs, Effects out) {
    for (var task = queue.toShed(nowNs); task != null; task = queue.toShed(nowNs)) {
      returnTask(task, ReturnReason.SHED, "opportunistic tasks wait too long here", out);
    }
  }

  // Questions.

  /** How often a task whose resources were committed found them unavailable. */
  long brokenPromises() {
    return brokenPromises;
  }
}
