package dev.muster.core.scheduler.job;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.Held;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.task.NoPlacer;
import dev.muster.core.scheduler.task.StageNodes;
import dev.muster.core.scheduler.task.TaskTable;
import dev.muster.model.Gang;
import dev.muster.model.StageReport;
import dev.muster.model.StageReport.Placed;
import dev.muster.model.StageSpec;
import dev.muster.model.Usage;

/**
 * One stage of a job, from when its inputs are there until its last task has succeeded. {@link
 * StageState} draws the way.
 *
 * <pre>
 *   TaskTable      its tasks           StageNeeds     what they need, and what more they prove to
 *   StageAttempts  their attempts      StageNodes     where they are not to be tried
 *   StartLimits    how many may start  TaskRuntimes   how long they run
 *
 *   PlaceableTasks   the same as the placer sees it
 * </pre>
 */
public final class Stage {

  private final JobManager manager;
  private final int index;
  private final StagePolicy policy;
  private final Placer placer;
  private final Lifecycle<StageState> lifecycle;

  private final TaskTable tasks;
  private final StageNodes nodes;
  private final StageNeeds needs;
  private final TaskRuntimes runtimes;
  private final StartLimits limits;
  private final PlaceableTasks placeable;
  private final StageAttempts attempts;

  private StageState state = StageState.BLOCKED;
  private StagePlacer stagePlacer = NoPlacer.BEFORE_OPEN;
  private boolean restarting;
  private Usage usage = Usage.NONE;

  /** By earlier stage placers: another comes when tasks run again, or get more memory. */
  private Placed placedBefore = Placed.NONE;

  Stage(
      JobManager manager,
      int index,
      StagePolicy policy,
      PlacerContext context,
      JobLifecycles lifecycles) {
    var spec = manager.spec().stages().get(index);
    this.manager = manager;
    this.index = index;
    this.policy = policy;
    this.placer = policy.placer();
    this.lifecycle = lifecycles.stages();
    this.tasks =
        new TaskTable(
            spec.tasks(), spec.limits().retries(), manager.attemptsBefore(), lifecycles.tasks());
    this.nodes = new StageNodes(context.nodes(), spec, tasks, placer::reportedNs);
    var demand = manager.demand(spec).with(placer.admission());
    this.needs = new StageNeeds(spec, demand, manager.tokens(), nodes, placer.estimates());
    this.runtimes = new TaskRuntimes(this);
    this.limits = new StartLimits(this);
    this.placeable = new PlaceableTasks(this);
    this.attempts = new StageAttempts(this, manager.tokens(), placer, context);
  }

  public static Stage of(Held held) {
    return ((PlaceableTasks) held.stage()).stage();
  }

  public JobManager manager() {
    return manager;
  }

  /** Its place among the stages of the job. */
  public int index() {
    return index;
  }

  public Placer placer() {
    return placer;
  }

  StagePolicy policy() {
    return policy;
  }

  public StageSpec spec() {
    return needs.spec();
  }

  // What it is made of.

  public TaskTable tasks() {
    return tasks;
  }

  public StageNodes nodes() {
    return nodes;
  }

  StageNeeds needs() {
    return needs;
  }

  TaskRuntimes runtimes() {
    return runtimes;
  }

  StartLimits limits() {
    return limits;
  }

  PlaceableTasks placeable() {
    return placeable;
  }

  public StageAttempts attempts() {
    return attempts;
  }

  // States.

  private void become(StageState next, StagePlacer with) {
    state = lifecycle.change(state, next);
    placeWith(with);
  }

  private void placeWith(StagePlacer next) {
    stagePlacer = next;
    tasks.follow(next);
  }

  /** Its tasks may start from now on, as far as their own inputs are there. */
  void open() {
    runtimes.forgetInputs(); // what was lost is elsewhere now
    become(StageState.OPEN, placer.open(placeable));
  }

  boolean isBlocked() {
    return state == StageState.BLOCKED;
  }

  /** Whether it has a placer. */
  boolean isOpen() {
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
    runtimes.forgetInputs();
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

  // Placing.

  /** Whether tasks may start at all: the stage has its inputs, and its job goes on. */
  boolean mayStart() {
    return state == StageState.OPEN && manager.isRunning();
  }

  /** What the placer keeps of the stage, which must be open. */
  public StagePlacer stagePlacer() {
    if (!isOpen()) {
      throw new IllegalStateException("a reservation outlived stage " + spec().name());
    }
    return stagePlacer;
  }

  /** Has as much placed as it wants now; false where it could have more placed later. */
  boolean adjust(long nowNs, Effects out) {
    needs.fitMemory();
    levelMemory(out);
    boolean enough = !isOpen() || stagePlacer.adjust(nowNs, out);
    return enough && (!mayStart() || limits.wanted(0) == tasks.waiting());
  }

  /**
   * Notices whether tasks of a gang that starts again together run beside some that wait to start
   * again. While attempts of older epochs are counted nobody knows who waits.
   */
  public void noticeRestart() {
    boolean mayRestart = spec().gang() == Gang.RESTART && isOpen() && manager.isRunning();
    restarting = mayRestart && tasks.running() > 0 && tasks.waiting() > 0;
  }

  /** Whether the tasks that run are to be ended; none starts before the last of them has. */
  public boolean isRestarting() {
    return restarting;
  }

  /**
   * Has this many tasks from now on: those with the highest indexes are withdrawn and their
   * attempts ended, or more are added.
   */
  public void resize(long nowNs, int size, Effects out) {
    needs.resize(size);
    while (tasks.size() > size) {
      attempts.endAll(nowNs, tasks.size() - 1, out);
      tasks.withdrawLast();
    }
    while (tasks.size() < size) {
      int next = tasks.size();
      ensureRow(next);
      tasks.addNext(attempts.newest(next) != null);
    }
  }

  /** Has rows for this task, which may be beyond the size of the stage. */
  public void ensureRow(int task) {
    tasks.ensureRow(task);
    attempts.ensureRow(task);
  }

  // What attempts say.

  /** An attempt has succeeded. */
  public void learn(long nowNs, Attempt attempt, Usage used, Effects out) {
    if (runtimes.learn(nowNs, attempt, used)) {
      needs.learnMemory(runtimes.estimates());
      levelMemory(out);
    }
  }

  /** An attempt runs and has not ended. */
  public void learnRunning(long nowNs, Attempt attempt) {
    runtimes.learnRunning(nowNs, attempt);
  }

  /** An attempt ran out of memory; whether the next one gets more. */
  public boolean raiseMemory(Attempt attempt, Effects out) {
    boolean getsMore = needs.raiseMemory(attempt);
    levelMemory(out);
    return getsMore;
  }

  /**
   * Where all later tasks get another amount of memory, reservations for the old one are withdrawn:
   * whatever they are bound to would have too little again, or have no node.
   */
  private void levelMemory(Effects out) {
    if (needs.levelMemory() && isOpen() && placer.bindsLate()) {
      stagePlacer.close(out);
      placedBefore = placed();
      placeWith(placer.open(placeable));
    }
  }

  /** Counts what an attempt used. */
  public void use(Usage more) {
    if (!more.equals(Usage.NONE)) {
      usage = usage.and(more);
    }
  }

  public StageReport report() {
    return new StageReport(
        spec().name(),
        tasks.size(),
        tasks.running(),
        tasks.succeeded(),
        tasks.failed(),
        tasks.started(),
        usage,
        placed(),
        attempts.kinds(needs.raised()));
  }

  private Placed placed() {
    return placedBefore.and(stagePlacer.placed());
  }
}
