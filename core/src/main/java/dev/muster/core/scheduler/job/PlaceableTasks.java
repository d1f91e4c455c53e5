package dev.muster.core.scheduler.job;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.HeldList;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.TaskInputs;
import dev.muster.core.scheduler.task.TaskOrder;
import dev.muster.model.Demand;
import dev.muster.model.Explanation;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one stage, as its placer sees them: whatever it wants to start, the limits of the
 * stage are asked first.
 */
final class PlaceableTasks implements StageTasks {

  private final Stage stage;

  PlaceableTasks(Stage stage) {
    this.stage = stage;
  }

  Stage stage() {
    return stage;
  }

  @Override
  public long job() {
    return stage.manager().job();
  }

  @Override
  public JobSpec jobSpec() {
    return stage.manager().spec();
  }

  @Override
  public StageSpec spec() {
    return stage.spec();
  }

  @Override
  public String policy() {
    return stage.policy().name();
  }

  // What may start.

  @Override
  public int waiting() {
    return stage.tasks().waiting();
  }

  @Override
  public int running() {
    return stage.tasks().running();
  }

  @Override
  public boolean isWaiting(int task) {
    return stage.tasks().isWaiting(task);
  }

  @Override
  public boolean isOpen() {
    return stage.isOpen();
  }

  @Override
  public boolean mayStart() {
    return stage.mayStart();
  }

  @Override
  public int wanted(int beyond) {
    return stage.limits().wanted(beyond);
  }

  @Override
  public int tokensLeft() {
    return stage.manager().tokens().left();
  }

  @Override
  public int tasksLeft() {
    return stage.limits().tasksLeft();
  }

  @Override
  public int shareLeft() {
    return stage.limits().shareLeft();
  }

  @Override
  public String lack() {
    return stage.limits().lack();
  }

  @Override
  public int runningOfJob() {
    return stage.manager().tokens().attempts();
  }

  @Override
  public boolean isElastic() {
    return stage.limits().isElastic();
  }

  @Override
  public boolean isOpportunisticAllowed() {
    return stage.limits().isOpportunisticAllowed();
  }

  @Override
  public double opportunisticAllowance() {
    return stage.manager().tokens().allowance();
  }

  @Override
  public int opportunisticLeft() {
    return stage.manager().tokens().opportunisticLeft();
  }

  // What tasks need, and how long they run.

  @Override
  public Demand demand() {
    return stage.needs().demand();
  }

  @Override
  public Demand demand(int task) {
    return stage.needs().demand(task).withEstimate(stage.runtimes().meanNs());
  }

  @Override
  public Demand demand(Attempt attempt) {
    return stage.needs().demand(attempt);
  }

  @Override
  public int tokensFor(int task) {
    return stage.needs().tokensFor(task);
  }

  @Override
  public TaskInputs inputs(int task) {
    return stage.runtimes().inputs(task);
  }

  @Override
  public long computeNs(int task) {
    return stage.runtimes().computeNs(task);
  }

  @Override
  public long meanTaskNs() {
    return stage.runtimes().meanNs();
  }

  @Override
  public long priorityNs() {
    return stage.manager().graph().priorityNs(stage.index());
  }

  @Override
  public double progressOfJob() {
    return stage.manager().graph().progress();
  }

  @Override
  public Work work(Attempt attempt) {
    int task = attempt.task();
    var items = stage.spec().items();
    return new Work(
        stage.manager().job(),
        stage.manager().spec().home(),
        stage.index(),
        stage.needs().sent(attempt),
        task,
        items.isEmpty() ? "" : items.get(task),
        attempt.number());
  }

  // Which is next, and where not to try.

  @Override
  public int nextWaiting() {
    return stage.tasks().order().takeNext();
  }

  @Override
  public void putBack(int task) {
    stage.tasks().order().putBack(task);
  }

  @Override
  public boolean isBarred(long nowNs, int task, int node) {
    return stage.nodes().isBarred(nowNs, task, node);
  }

  @Override
  public IntPredicate barredNodes(long nowNs) {
    return stage.nodes().barred(nowNs);
  }

  @Override
  public boolean mayBeBarred() {
    return !stage.nodes().areAllOpen();
  }

  @Override
  public IntList restricted(long nowNs) {
    return stage.nodes().restricted(nowNs);
  }

  // Starting.

  @Override
  public @Nullable Attempt start(long nowNs, int task, int node, AttemptState as, int beyond) {
    return wanted(beyond) > 0 && isWaiting(task) && stage.attempts().hasSpace()
        ? stage.attempts().start(nowNs, task, node, Tier.GUARANTEED, as)
        : null;
  }

  @Override
  public @Nullable Attempt startNext(long nowNs, int node, AttemptState as, int beyond) {
    return wanted(beyond) > 0 && stage.attempts().hasSpace()
        ? stage
            .attempts()
            .start(nowNs, stage.nodes().nextOn(nowNs, node), node, Tier.GUARANTEED, as)
        : null;
  }

  @Override
  public @Nullable Attempt start(long nowNs, int task, int node, Tier tier) {
    return mayStart() && isWaiting(task) && mayHave(task, tier)
        ? stage.attempts().start(nowNs, task, node, tier, AttemptState.PLACED)
        : null;
  }

  @Override
  public @Nullable Attempt start(long nowNs, int task, int node, long claim) {
    return wanted(0) > 0 && isWaiting(task)
        ? stage.attempts().startClaimed(nowNs, task, node, claim)
        : null;
  }

  @Override
  public @Nullable Attempt startTwin(long nowNs, int task, int node, Tier tier) {
    boolean may = mayStart() && (isCovered(task, tier) || mayHave(task, tier));
    return may && stage.attempts().hasSpace()
        ? stage.attempts().startTwin(nowNs, task, node, tier)
        : null;
  }

  /** Whether an attempt of the task under way has the tokens that another one needs. */
  private boolean isCovered(int task, Tier tier) {
    var original = stage.attempts().newest(task);
    return tier == Tier.GUARANTEED
        && original != null
        && original.tokens() > 0
        && !stage.manager().share().isStopped();
  }

  private boolean mayHave(int task, Tier tier) {
    return stage.limits().covers(task, tier) && stage.attempts().hasSpace();
  }

  @Override
  public @Nullable Attempt bind(long nowNs, Reservation reservation, int task) {
    return wanted(0) > 0 && isWaiting(task)
        ? stage.attempts().bind(nowNs, reservation, task)
        : null;
  }

  @Override
  public @Nullable Attempt bindNext(long nowNs, Reservation reservation) {
    int task =
        wanted(0) > 0 ? stage.nodes().nextAllowed(nowNs, reservation.node()) : TaskOrder.NONE;
    return task == TaskOrder.NONE ? null : stage.attempts().bind(nowNs, reservation, task);
  }

  // What is under way.

  @Override
  public StagePlacer stagePlacer() {
    return stage.stagePlacer();
  }

  @Override
  public HeldList<Attempt> attempts() {
    return stage.attempts().all();
  }

  @Override
  public void weigh(Attempt attempt, double drawWeight) {
    stage.manager().tokens().weigh(attempt, drawWeight);
  }

  @Override
  public boolean promote(Attempt attempt, Effects out) {
    boolean may = mayStart() && stage.manager().share().tasksLeft(demand(attempt).resources()) > 0;
    return may && stage.attempts().promote(attempt, out);
  }

  @Override
  public void end(long nowNs, Attempt attempt, Effects out) {
    stage.attempts().orderEnd(nowNs, attempt, out);
  }

  @Override
  public void cancel(Attempt attempt) {
    stage.attempts().cancel(attempt);
  }

  @Override
  public boolean isExplained() {
    return stage.manager().reasons().areKept();
  }

  @Override
  public void explain(Attempt attempt, Explanation why, Effects out) {
    var reasoned = why.withPolicyReason(stage.policy().reason());
    stage.manager().reasons().put(stage.index(), attempt.task(), reasoned, out);
  }
}
