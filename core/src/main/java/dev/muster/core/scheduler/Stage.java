package dev.muster.core.scheduler;

import static dev.muster.model.text.Quantity.formatBytes;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.Held;
import dev.muster.core.scheduler.place.HeldList;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.TaskInputs;
import dev.muster.model.Demand;
import dev.muster.model.Elastic;
import dev.muster.model.Explanation;
import dev.muster.model.Gang;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageReport;
import dev.muster.model.StageReport.Placed;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import dev.muster.model.Usage;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One stage of a job: its tasks, their attempts, and the placer that finds nodes for them.
 *
 * <p>{@link StageState} draws the transitions.
 */
final class Stage implements StageTasks {

  final JobManager manager;
  final int index;
  private final String policy;
  private final Placer placer;
  private Demand demand;
  private final Lifecycle<StageState> lifecycle;
  private int tokensEach;

  final TaskTable tasks;
  final StageNodes nodes;
  final StageAttempts attempts;
  final StageEstimates estimates;

  private StageSpec spec;

  /** What is sent with each task: without the items and preferences of the others. */
  private StageSpec taskSpec;

  private StageState state = StageState.BLOCKED;
  private StagePlacer stagePlacer = NoPlacer.BEFORE_OPEN;
  private @Nullable StageInputs inputs;

  /** Only where the job lets tasks have more than they ask for. */
  private @Nullable StageMemory memory;

  private boolean restarting;
  private Usage usage = Usage.NONE;

  /** By stage placers that were closed when the stage was complete for the first time. */
  private Placed placedBefore = Placed.NONE;

  Stage(
      JobManager manager,
      int index,
      String policy,
      Placer placer,
      PlacerContext context,
      JobLifecycles lifecycles) {
    this.manager = manager;
    this.index = index;
    this.spec = manager.spec().stages().get(index);
    this.taskSpec = spec.forOneTask();
    this.policy = policy;
    this.placer = placer;
    this.demand = manager.demand(spec).with(placer.admission());
    this.lifecycle = lifecycles.stages();
    this.tokensEach = manager.tokens.each(spec, spec.resources());
    this.tasks =
        new TaskTable(
            spec.tasks(), spec.limits().retries(), manager.attemptsBefore(), lifecycles.tasks());
    this.nodes = new StageNodes(context.nodes(), spec, tasks, placer::reportedNs);
    this.attempts = new StageAttempts(this, manager.tokens, placer, context);
    if (spec.limits().maxMemoryBytes() > spec.resources().memoryBytes() && !spec.isGang()) {
      this.memory =
          new StageMemory(
              spec.resources().memoryBytes(), spec.limits().maxMemoryBytes(), placer.estimates());
    }
    this.estimates = new StageEstimates(spec.limits().estimateNs(), spec.resources().cpuMillis());
  }

  static Stage of(Held held) {
    return (Stage) held.stage();
  }

  Placer placer() {
    return placer;
  }

  // States.

  private void become(StageState next, StagePlacer with) {
    state = lifecycle.change(state, next);
    stagePlacer = with;
    tasks.follow(with);
  }

  /** Its tasks may start from now on, as far as their own inputs are there. */
  void open() {
    inputs = null; // what was lost is elsewhere now
    become(StageState.OPEN, placer.open(this));
  }

  boolean isBlocked() {
    return state == StageState.BLOCKED;
  }

  @Override
  public boolean isOpen() {
    return state == StageState.OPEN || isStarved();
  }

  boolean isStarved() {
    return state == StageState.STARVED;
  }

  /** Inputs of all its tasks are lost: what runs goes on, nothing more starts. */
  void starve() {
    if (state == StageState.OPEN) {
      become(StageState.STARVED, stagePlacer);
    }
  }

  /** All inputs are there again. */
  void feed() {
    become(StageState.OPEN, stagePlacer);
    inputs = null;
  }

  /** It was complete, and some of its tasks run again. */
  void reopen() {
    placedBefore = placed();
    open();
  }

  boolean isComplete() {
    return state == StageState.COMPLETE;
  }

  /** Its job ends: nothing more of it is to be placed. */
  void close(Effects out) {
    if (isOpen()) {
      stagePlacer.close(out);
      become(StageState.CLOSED, new NoPlacer(stagePlacer.placed()));
    }
  }

  /** All its tasks have succeeded. */
  void complete(Effects out) {
    stagePlacer.close(out);
    become(StageState.COMPLETE, new NoPlacer(stagePlacer.placed()));
  }

  /**
   * Notices whether tasks of a gang that starts again together run beside some that wait to start
   * again. While attempts of older epochs are counted nobody knows who waits.
   */
  void noticeRestart() {
    boolean mayRestart = spec.gang() == Gang.RESTART && isOpen() && manager.isRunning();
    restarting = mayRestart && tasks.running() > 0 && tasks.waiting() > 0;
  }

  /** Whether the tasks that run are to be ended; none starts before the last of them has. */
  boolean isRestarting() {
    return restarting;
  }

  /** Has as much placed as it wants now; false where it could have more placed later. */
  boolean adjust(long nowNs, Effects out) {
    fitMemory(out);
    boolean enough = !isOpen() || stagePlacer.adjust(nowNs, out);
    return enough && (!mayStart() || wanted(0) == tasks.waiting());
  }

  /** Has this many tasks by its specification; which they are {@link Resizing} says. */
  void resize(int size) {
    spec = spec.withTasks(size);
    taskSpec = spec.forOneTask();
  }

  /** Has rows for this task, which may be beyond the size of the stage. */
  void ensureRow(int task) {
    tasks.ensureRow(task);
    attempts.ensureRow(task);
  }

  // What its placer sees.

  @Override
  public long job() {
    return manager.job();
  }

  @Override
  public JobSpec jobSpec() {
    return manager.spec();
  }

  @Override
  public StageSpec spec() {
    return spec;
  }

  @Override
  public String policy() {
    return policy;
  }

  @Override
  public Demand demand() {
    return demand;
  }

  @Override
  public StagePlacer stagePlacer() {
    if (!isOpen()) {
      throw new IllegalStateException("a reservation outlived stage " + spec.name());
    }
    return stagePlacer;
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
    int free = Math.min(Math.max(0, tasksLeft() + beyond), shareLeft());
    boolean whole = !spec.isGang() || (!restarting && free >= tasks.waiting());
    return whole ? Math.min(tasks.waiting(), free) : 0;
  }

  @Override
  public boolean mayStart() {
    return state == StageState.OPEN && manager.isRunning();
  }

  @Override
  public int tokensLeft() {
    return manager.tokens.left();
  }

  @Override
  public int tasksLeft() {
    return tokensEach == 1 ? tokensLeft() : Math.floorDiv(tokensLeft(), tokensEach);
  }

  @Override
  public int shareLeft() {
    return manager.share.tasksLeft(demand.resources());
  }

  @Override
  public String lack() {
    return tasksLeft() <= 0
        ? "waits for a token of its job"
        : shareLeft() <= 0 ? manager.share.reason() : "its job may not start it";
  }

  /** How many of its tasks could start with so many tokens, were there resources for them. */
  int startable(int tokens) {
    int count = mayStart() ? Math.clamp(tokens / tokensEach, 0, tasks.waiting()) : 0;
    boolean whole = !spec.isGang() || (!restarting && count == tasks.waiting());
    return whole ? count : 0;
  }

  /** What the stage needs to start anything: a task, or all of a gang. */
  Resources least() {
    return spec.isGang()
        ? demand.resources().times(Math.max(1, tasks.waiting()))
        : demand.resources();
  }

  /** How many tokens so many tasks take. */
  int tokensOf(int count) {
    return count * tokensEach;
  }

  @Override
  public int runningOfJob() {
    return manager.tokens.attempts();
  }

  @Override
  public boolean isElastic() {
    return manager.spec().elastic() != Elastic.NO && mayStart() && !spec.isGang();
  }

  @Override
  public long meanTaskNs() {
    return estimates.ns();
  }

  @Override
  public long priorityNs() {
    return manager.graph.priorityNs(index);
  }

  @Override
  public TaskInputs inputs(int task) {
    return inputs().of(task);
  }

  /** Has tasks that read more than others go first, as far as that is known. */
  void orderBySize() {
    if (!manager.graph.edges().oneBefore(index).isEmpty()) {
      tasks.order.orderBy(this::ownInputBytes);
    } else if (!spec.inputs().isEmpty() && inputs().differ()) {
      tasks.order.orderAllBy(tasks.size(), this::ownInputBytes);
    }
  }

  private long ownInputBytes(int task) {
    return knowsInputs() ? inputs().ownBytes(task) : 0;
  }

  private long inputBytes(int task) {
    return knowsInputs() ? inputs().bytes(task) : 0;
  }

  private boolean knowsInputs() {
    return manager.outputs.haveSizes() || !spec.inputs().isEmpty();
  }

  /**
   * An attempt has succeeded. When one began that was queued at its node is known only if the node
   * said so.
   */
  void learn(long nowNs, Attempt attempt, Usage used, Effects out) {
    boolean isReported = attempt.startedNs() != Attempt.NOT_STARTED;
    boolean beganOnArrival = !placer.estimates() && attempt.tier() == Tier.GUARANTEED;
    if (placer.learns() && (isReported || beganOnArrival)) {
      long beganNs = isReported ? attempt.startedNs() : attempt.placedNs();
      estimates.note(nowNs - beganNs, inputBytes(attempt.task()), used);
      manager.graph.estimateChanged(this);
      if (memory != null) {
        memory.learn(estimates.memoryBytes());
        needForAll(memory.ofAll(), out);
      }
    }
  }

  // Memory.

  /** How much memory the next attempt of a task gets. */
  long memoryBytes(int task) {
    return memory == null ? demand.resources().memoryBytes() : memory.of(task);
  }

  /** An attempt ran out of memory; whether the next one gets more. */
  boolean raiseMemory(Attempt attempt, Effects out) {
    long hadBytes = attempt.memoryBytes();
    if (memory == null || !memory.raise(attempt.task(), hadBytes, nodes.mostMemory())) {
      return false;
    }
    needForAll(memory.ofAll(), out);
    return true;
  }

  /** Where nodes have left, tasks get no more than those that are left have. */
  private void fitMemory(Effects out) {
    if (memory != null && memory.givesMore() && nodes.haveChanged()) {
      memory.fit(nodes.mostMemory());
      needForAll(memory.ofAll(), out);
    }
  }

  /**
   * All later tasks get so much. Reservations for another amount are withdrawn: whatever they are
   * bound to would have too little again, or have no node.
   */
  private void needForAll(long bytes, Effects out) {
    if (bytes != spec.resources().memoryBytes()) {
      spec = spec.withResources(spec.resources().withMemory(bytes));
      taskSpec = spec.forOneTask();
      demand = demand.with(spec.resources());
      tokensEach = manager.tokens.each(spec, spec.resources());
      nodes.need(spec.resources());
      if (isOpen() && placer.bindsLate()) {
        stagePlacer.close(out);
        placedBefore = placed();
        stagePlacer = placer.open(this);
        tasks.follow(stagePlacer);
      }
    }
  }

  /** Why a task gets more memory than its job asked for; empty where it does not. */
  String memoryReason(int task) {
    long asked = manager.spec().stages().get(index).resources().memoryBytes();
    return memoryBytes(task) > asked
        ? "gets " + formatBytes(memoryBytes(task)) + ": " + formatBytes(asked) + " were too little"
        : "";
  }

  /** An attempt runs and has not ended. */
  void learnRunning(long nowNs, Attempt attempt) {
    if (placer.learns()) {
      estimates.noteRunning(attempt.task(), nowNs - attempt.startedNs());
      manager.graph.estimateChanged(this);
    }
  }

  /** Made at the first question: most stages have no use for it. */
  StageInputs inputs() {
    if (inputs == null) {
      inputs = new StageInputs(this, manager.graph.edges(), manager.outputs);
    }
    return inputs;
  }

  @Override
  public long computeNs(int task) {
    return estimates.computeNs(inputBytes(task));
  }

  @Override
  public Demand demand(int task) {
    return withMemory(memoryBytes(task)).withEstimate(estimates.ns());
  }

  @Override
  public Demand demand(Attempt attempt) {
    return withMemory(attempt.memoryBytes());
  }

  private Demand withMemory(long bytes) {
    return bytes == demand.resources().memoryBytes()
        ? demand
        : demand.with(demand.resources().withMemory(bytes));
  }

  @Override
  public int tokensFor(int task) {
    return memory == null
        ? tokensEach
        : manager.tokens.each(spec, spec.resources().withMemory(memoryBytes(task)));
  }

  @Override
  public boolean isOpportunisticAllowed() {
    return placer.choosesTiers() && !spec.isGang() && spec.tier().accepts(Tier.OPPORTUNISTIC);
  }

  @Override
  public double opportunisticAllowance() {
    return manager.tokens.allowance();
  }

  @Override
  public int opportunisticLeft() {
    return manager.tokens.opportunisticLeft();
  }

  @Override
  public double progressOfJob() {
    return manager.graph.progress();
  }

  @Override
  public int nextWaiting() {
    return tasks.order.takeNext();
  }

  @Override
  public void putBack(int task) {
    tasks.order.putBack(task);
  }

  @Override
  public boolean isBarred(long nowNs, int task, int node) {
    return nodes.isBarred(nowNs, task, node);
  }

  @Override
  public IntPredicate barredNodes(long nowNs) {
    return nodes.barred(nowNs);
  }

  @Override
  public boolean mayBeBarred() {
    return !nodes.areAllOpen();
  }

  @Override
  public IntList restricted(long nowNs) {
    return nodes.restricted(nowNs);
  }

  @Override
  public HeldList<Attempt> attempts() {
    return attempts.all();
  }

  @Override
  public Work work(Attempt attempt) {
    int task = attempt.task();
    var item = spec.items().isEmpty() ? "" : spec.items().get(task);
    boolean isUsual = attempt.memoryBytes() == taskSpec.resources().memoryBytes();
    var sent =
        isUsual
            ? taskSpec
            : taskSpec.withResources(taskSpec.resources().withMemory(attempt.memoryBytes()));
    return new Work(
        manager.job(), manager.spec().home(), index, sent, task, item, attempt.number());
  }

  @Override
  public void explain(Attempt attempt, Explanation why, Effects out) {
    manager.reasons.put(index, attempt.task(), why, out);
  }

  @Override
  public boolean isExplained() {
    return manager.reasons.areKept();
  }

  // Starting and ending.

  @Override
  public @Nullable Attempt start(long nowNs, int task, int node, AttemptState as, int beyond) {
    boolean may = wanted(beyond) > 0 && isWaiting(task) && attempts.hasSpace();
    return may ? attempts.start(nowNs, task, node, Tier.GUARANTEED, as) : null;
  }

  @Override
  public @Nullable Attempt start(long nowNs, int task, int node, Tier tier) {
    boolean may = mayStart() && isWaiting(task) && mayHave(task, tier);
    return may ? attempts.start(nowNs, task, node, tier, AttemptState.PLACED) : null;
  }

  @Override
  public @Nullable Attempt start(long nowNs, int task, int node, long claim) {
    boolean may = wanted(0) > 0 && isWaiting(task);
    return may ? attempts.startClaimed(nowNs, task, node, claim) : null;
  }

  @Override
  public @Nullable Attempt startTwin(long nowNs, int task, int node, Tier tier) {
    var original = attempts.newest(task);
    boolean isCovered = tier == Tier.GUARANTEED && original != null && original.tokens() > 0;
    boolean may = mayStart() && attempts.hasSpace() && (isCovered || mayHave(task, tier));
    return may ? attempts.startTwin(nowNs, task, node, tier) : null;
  }

  private boolean mayHave(int task, Tier tier) {
    boolean isCovered =
        switch (tier) {
          case GUARANTEED -> tokensFor(task) <= tokensLeft() && shareLeft() > 0;
          case OPPORTUNISTIC ->
              isOpportunisticAllowed() && opportunisticAllowance() >= 1 && opportunisticLeft() > 0;
        };
    return isCovered && attempts.hasSpace();
  }

  @Override
  public void weigh(Attempt attempt, double drawWeight) {
    manager.tokens.weigh(attempt, drawWeight);
  }

  @Override
  public boolean promote(Attempt attempt, Effects out) {
    return mayStart() && shareLeft() > 0 && attempts.promote(attempt, out);
  }

  @Override
  public @Nullable Attempt startNext(long nowNs, int node, AttemptState as, int beyond) {
    boolean may = wanted(beyond) > 0 && attempts.hasSpace();
    return may ? attempts.start(nowNs, nodes.nextOn(nowNs, node), node, Tier.GUARANTEED, as) : null;
  }

  @Override
  public @Nullable Attempt bind(long nowNs, Reservation reservation, int task) {
    return wanted(0) > 0 && isWaiting(task) ? attempts.bind(nowNs, reservation, task) : null;
  }

  @Override
  public @Nullable Attempt bindNext(long nowNs, Reservation reservation) {
    int task = wanted(0) > 0 ? nodes.nextAllowed(nowNs, reservation.node()) : TaskOrder.NONE;
    return task == TaskOrder.NONE ? null : attempts.bind(nowNs, reservation, task);
  }

  @Override
  public void end(long nowNs, Attempt attempt, Effects out) {
    attempts.orderEnd(nowNs, attempt, out);
  }

  @Override
  public void cancel(Attempt attempt) {
    attempts.cancel(attempt);
  }

  /** Counts what an attempt used. */
  void use(Usage more) {
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
        placed(),
        attempts.kinds(memory == null ? 0 : memory.raised()));
  }

  private Placed placed() {
    return placedBefore.and(stagePlacer.placed());
  }
}
