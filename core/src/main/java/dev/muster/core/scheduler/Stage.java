package dev.muster.core.scheduler;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Work;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.Held;
import dev.muster.core.scheduler.place.HeldList;
import dev.muster.core.scheduler.place.HeldTable;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.Demand;
import dev.muster.model.Elastic;
import dev.muster.model.Explanation;
import dev.muster.model.JobSpec;
import dev.muster.model.RunResult;
import dev.muster.model.StageReport;
import dev.muster.model.StageReport.Placed;
import dev.muster.model.StageSpec;
import dev.muster.model.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One stage of a job: its tasks, their attempts, and the placer that finds nodes for them.
 *
 * <p>{@link StageState} draws its way.
 */
final class Stage implements StageTasks {

  private final JobManager job;
  private StageSpec spec;

  /** The same for one task that has its item and its place. */
  private StageSpec ofOneTask;

  private final int index;
  private final String policy;
  private final Placer ofPolicy;
  private final Demand demand;
  private final HeldTable held;
  private final JobLifecycles lifecycles;
  private final StageAttempts attempts;

  final TaskTable tasks;
  final StageTimes times;

  private StageState state = StageState.BLOCKED;
  private int blockers;
  private @Nullable StagePlacer placer;
  private Placed placedBefore = Placed.NONE;
  private Usage usage = Usage.NONE;

  Stage(
      JobManager job,
      int index,
      String policy,
      Placer ofPolicy,
      HeldTable held,
      JobLifecycles lifecycles) {
    this.job = job;
    this.index = index;
    this.spec = job.spec().stages().get(index);
    this.ofOneTask = spec.forOneTask();
    this.policy = policy;
    this.ofPolicy = ofPolicy;
    this.demand = job.demand(spec).with(ofPolicy.admission());
    this.held = held;
    this.lifecycles = lifecycles;
    this.tasks =
        new TaskTable(
            spec.tasks(), spec.limits().retries(), job.attemptsBefore(), lifecycles.tasks());
    this.times = new StageTimes(spec.limits().estimateNs());
    this.attempts = new StageAttempts(held, spec.tasks());
  }

  static Stage of(Held held) {
    return (Stage) held.stage();
  }

  JobManager manager() {
    return job;
  }

  int index() {
    return index;
  }

  @Override
  public String policy() {
    return policy;
  }

  // Its way.

  /** It needs all tasks of so many other stages. */
  void blockedBy(int stages) {
    blockers = stages;
  }

  /** One of the stages whose tasks it all needs is complete; whether it was the last. */
  boolean unblock() {
    return --blockers == 0;
  }

  boolean isBlocked() {
    return blockers > 0;
  }

  /** Its tasks may start from now on, as far as their own inputs are there. */
  void open() {
    if (state == StageState.BLOCKED) {
      state = lifecycles.stages().change(state, StageState.OPEN);
      placer = ofPolicy.open(this);
    }
  }

  boolean isOpen() {
    return state == StageState.OPEN;
  }

  boolean isComplete() {
    return state == StageState.COMPLETE;
  }

  /** All its tasks have succeeded. */
  void complete(Effects out) {
    close(out);
    state = lifecycles.stages().change(state, StageState.COMPLETE);
  }

  /** Nothing more of it is to be placed. */
  void close(Effects out) {
    if (placer != null) {
      placer.close(out);
      placedBefore = placer.placed();
      placer = null;
    }
  }

  /** Has as much placed as it wants now; false where it could have more placed later. */
  boolean adjust(long nowNs, Effects out) {
    return placer == null || (placer.adjust(nowNs, out) && wanted(0) == tasks.waiting());
  }

  @Override
  public void explain(Attempt attempt, Explanation why) {
    var reasons = job.reasons();
    if (reasons != null) {
      reasons.put(index, attempt.task(), why);
    }
  }

  @Override
  public boolean isExplained() {
    return job.reasons() != null;
  }

  /** Why a task is where it is, or still waits. */
  Explanation explain(long nowNs, int task) {
    var reasons = job.reasons();
    var kept = reasons == null ? null : reasons.find(index, task);
    if (tasks.isWaiting(task) && placer != null) {
      return placer.explain(nowNs, task);
    }
    return kept == null ? Explanation.of(policy, summary(task), List.of()) : kept;
  }

  private String summary(int task) {
    return switch (tasks.state(task)) {
      case BLOCKED -> "waits for its own inputs";
      case WAITING -> isBlocked() ? "waits for " + blockers + " other stages" : "its job is ending";
      case RUNNING -> summary(attempts.newest(task));
      case SUCCEEDED -> "has succeeded";
      case FAILED -> "was given up";
      case WITHDRAWN -> "is beyond the size of its stage";
    };
  }

  private static String summary(@Nullable Attempt attempt) {
    if (attempt == null) {
      return "is being ended";
    }
    return attempt.state() == AttemptState.CLAIMING
        ? "its claim on node " + attempt.node() + " is being decided"
        : "runs on node " + attempt.node();
  }

  @Override
  public StagePlacer placement() {
    if (placer == null) {
      throw new IllegalStateException("a reservation outlived stage " + spec.name());
    }
    return placer;
  }

  // What its placer sees.

  @Override
  public long job() {
    return job.job();
  }

  @Override
  public JobSpec jobSpec() {
    return job.spec();
  }

  @Override
  public StageSpec spec() {
    return spec;
  }

  @Override
  public Demand demand() {
    return demand;
  }

  @Override
  public int waiting() {
    return tasks.waiting();
  }

  @Override
  public int running() {
    return tasks.running();
  }

  @Override
  public boolean isWaiting(int task) {
    return tasks.isWaiting(task);
  }

  @Override
  public int wanted(int beyond) {
    if (!mayStart()) {
      return 0;
    }
    int free = Math.max(0, job.tokens().left() + beyond);
    boolean whole = !spec.gang() || free >= tasks.waiting();
    return whole ? Math.min(tasks.waiting(), free) : 0;
  }

  private boolean mayStart() {
    return isOpen() && job.isRunning();
  }

  @Override
  public int tokensLeft() {
    return job.tokens().left();
  }

  @Override
  public int runningOfJob() {
    return job.tokens().running();
  }

  @Override
  public boolean isElastic() {
    return job.spec().elastic() != Elastic.NO && mayStart() && !spec.gang();
  }

  @Override
  public long meanTaskNs() {
    return times.meanNs();
  }

  @Override
  public int nextWaiting() {
    return tasks.nextWaiting();
  }

  @Override
  public void putBack(int task) {
    tasks.putBack(task);
  }

  @Override
  public HeldList<Attempt> attempts() {
    return attempts.all();
  }

  @Override
  public Work work(Attempt attempt) {
    int task = attempt.task();
    var item = spec.items().isEmpty() ? "" : spec.items().get(task);
    return new Work(job.job(), job.spec().home(), index, ofOneTask, task, item, attempt.number());
  }

  // Starting.

  @Override
  public @Nullable Attempt start(long nowNs, int task, int node, AttemptState as, int beyond) {
    boolean may = wanted(beyond) > 0 && isWaiting(task) && attempts.hasSpace();
    return may ? begin(nowNs, attempts.newId(), task, node, as) : null;
  }

  @Override
  public @Nullable Attempt startNext(long nowNs, int node, AttemptState as, int beyond) {
    boolean may = wanted(beyond) > 0 && attempts.hasSpace();
    return may ? begin(nowNs, attempts.newId(), tasks.nextWaiting(), node, as) : null;
  }

  @Override
  public @Nullable Attempt bind(long nowNs, Reservation reservation, int task) {
    boolean may = wanted(0) > 0 && isWaiting(task);
    return may ? bound(nowNs, reservation, task) : null;
  }

  @Override
  public @Nullable Attempt bindNext(long nowNs, Reservation reservation) {
    return wanted(0) > 0 ? bound(nowNs, reservation, tasks.nextWaiting()) : null;
  }

  private Attempt bound(long nowNs, Reservation reservation, int task) {
    held.bound(reservation);
    return begin(nowNs, reservation.id(), task, reservation.node(), AttemptState.PLACED);
  }

  private Attempt begin(long nowNs, long id, int task, int node, AttemptState as) {
    tasks.start(task);
    left(task);
    return add(new Attempt(id, this, node, task, tasks.attempt(task), demand.tier(), as, nowNs));
  }

  private Attempt add(Attempt attempt) {
    attempts.add(attempt);
    job.started();
    return attempt;
  }

  /** Starts one more attempt of a task that runs; null where the table is full. */
  @Nullable Attempt startTwin(long nowNs, int task, int node) {
    if (!attempts.hasSpace()) {
      return null;
    }
    tasks.startTwin(task);
    int number = tasks.attempt(task);
    return add(
        new Attempt(
            attempts.newId(), this, node, task, number, demand.tier(), AttemptState.PLACED, nowNs));
  }

  /** Takes over an attempt that a node holds for an older epoch, of a task that waits. */
  void adopt(long nowNs, long id, int node, int task, int number) {
    var attempt =
        new Attempt(id, this, node, task, number, demand.tier(), AttemptState.PLACED, nowNs);
    if (attempts.adopt(attempt)) {
      tasks.adopt(task, number);
      left(task);
      job.adopted(this);
    }
  }

  /**
   * Takes over an attempt of a task that was withdrawn, to end it; null where the table is full.
   */
  @Nullable Attempt adoptWithdrawn(long nowNs, long id, int node, int task, int number) {
    var attempt =
        new Attempt(id, this, node, task, number, demand.tier(), AttemptState.PLACED, nowNs);
    if (!attempts.adopt(attempt)) {
      return null;
    }
    tasks.adoptWithdrawn(task, number);
    job.adopted(this);
    return attempt;
  }

  private void left(int task) {
    if (placer != null) {
      placer.leaves(task);
    }
  }

  // Ending.

  @Override
  public void cancel(Attempt attempt) {
    remove(attempt, AttemptState.CANCELLED);
    if (isLast(attempt.task())) {
      tasks.cancel(attempt.task());
      waitsAgain(attempt.task());
    }
  }

  /** The attempt is over, however it ended. */
  void end(Attempt attempt) {
    remove(attempt, AttemptState.ENDED);
  }

  private void remove(Attempt attempt, AttemptState as) {
    attempts.end(attempt, as);
    job.ended();
    ofPolicy.ended(attempt);
  }

  /** The newest attempt of a task that is under way; null where none is. */
  @Nullable Attempt attemptOf(int task) {
    return attempts.newest(task);
  }

  /** Whether the task has no attempt left that could still succeed. */
  private boolean isLast(int task) {
    return attempts.newest(task) == null && tasks.isRunning(task);
  }

  /** An attempt that has ended failed by itself; whether its task is given up. */
  boolean failed(int task) {
    if (!isLast(task)) {
      return false;
    }
    boolean givenUp = tasks.fail(task);
    return givenUp || waitsAgain(task);
  }

  /** An attempt that has ended gave way to others. */
  void gaveWay(int task) {
    if (isLast(task)) {
      tasks.giveWay(task);
      waitsAgain(task);
    }
  }

  /** An attempt that has ended is gone with its node; whether its task is given up. */
  boolean lost(int task) {
    if (!isLast(task)) {
      return false;
    }
    boolean givenUp = tasks.lose(task);
    return givenUp || waitsAgain(task);
  }

  private boolean waitsAgain(int task) {
    if (placer != null && tasks.isWaiting(task)) {
      placer.waits(task);
    }
    return false;
  }

  /** Records a success; false where the task was done or given up before. */
  boolean succeeded(int task) {
    boolean waited = tasks.isWaiting(task);
    boolean first = tasks.succeed(task);
    if (first && waited) {
      left(task);
    }
    return first;
  }

  /** The task's own input is there. */
  void inputCame(int task) {
    if (tasks.inputCame(task)) {
      waitsAgain(task);
    }
  }

  // Another size.

  /** May be told of this task, though the stage may be smaller. */
  void reach(int task) {
    tasks.reach(task);
    attempts.reach(task);
  }

  /**
   * Has this many tasks from now on. Those with the highest indexes are withdrawn: what waits
   * vanishes, what runs is ended.
   */
  void resize(long nowNs, int size, Attempts ending, Effects out) {
    spec = spec.withTasks(size);
    ofOneTask = spec.forOneTask();
    while (tasks.size() > size) {
      int last = tasks.size() - 1;
      ending.endAll(nowNs, this, last, out);
      boolean waited = tasks.isWaiting(last);
      tasks.withdrawLast();
      if (waited) {
        left(last);
      }
    }
    while (tasks.size() < size) {
      int next = tasks.size();
      reach(next);
      tasks.addNext(attempts.newest(next) != null);
      waitsAgain(next);
    }
  }

  /** An attempt has ended so long after it was placed. */
  void took(RunResult result, long ns) {
    if (result.succeeded()) {
      times.note(ns);
    }
  }

  /** Counts what an attempt used. */
  void used(Usage more) {
    if (!more.equals(Usage.NONE)) {
      usage = usage.and(more);
    }
  }

  StageReport report() {
    return new StageReport(
        spec.name(),
        tasks.size(),
        tasks.running(),
        tasks.succeeded(),
        tasks.failed(),
        tasks.started(),
        usage,
        placer == null ? placedBefore : placer.placed());
  }
}
