package dev.muster.core.scheduler.job;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.scheduler.budget.ResourceCount;
import dev.muster.core.scheduler.budget.ShareOfQueue;
import dev.muster.core.scheduler.budget.TokenSize;
import dev.muster.core.scheduler.budget.Tokens;
import dev.muster.core.scheduler.estimate.History;
import dev.muster.core.scheduler.graph.JobOutputs;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.task.TaskTries;
import dev.muster.model.Admission;
import dev.muster.model.Demand;
import dev.muster.model.Elastic;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.TaskId;
import dev.muster.model.queue.JobAllowance;
import dev.muster.model.queue.JobUse;
import dev.muster.model.rule.JobRules;
import java.util.ArrayList;
import java.util.List;

/**
 * One job on its way: which stages are open, what came of their tasks, and when the job is over.
 * {@link JobPhase} draws the way.
 */
public final class JobManager {

  /** The attempts of each epoch of a scheduler have numbers of their own: this many. */
  static final int ATTEMPTS_PER_EPOCH = 1_000_000;

  /** After so many epochs the numbers begin again; nothing lasts through as many. */
  private static final int EPOCHS_APART = 2_000;

  private static final String LOST_TOO_OFTEN =
      "lost its node, inputs or output " + (TaskTries.MAX_LOSSES + 1) + " times";

  private final AssignJob assigned;
  private final Lifecycle<JobPhase> lifecycle;
  private final Stage[] stages;
  private final Tokens tokens;
  private final ShareOfQueue share;
  private final JobStages graph;
  private final JobReasons reasons;
  private final JobReports reports;
  private final Receipts receipts;
  private final JobOutputs outputs;
  private final HeldStage heldStage;

  private JobPhase phase;
  private JobState state = JobState.RUNNING;

  /**
   * @param policies of its stages
   */
  public JobManager(
      AssignJob assigned,
      List<StagePolicy> policies,
      PlacerContext context,
      History history,
      TokenSize tokenSize,
      JobLifecycles lifecycles) {
    this.assigned = assigned;
    this.lifecycle = lifecycles.jobs();
    this.tokens = new Tokens(spec().tokens(), tokenSize);
    this.share = new ShareOfQueue(tokens, assigned.share());
    this.phase = assigned.inherited() ? JobPhase.COUNTING : JobPhase.RUNNING;
    this.stages = new Stage[spec().stages().size()];
    for (int index = 0; index < stages.length; index++) {
      stages[index] = new Stage(this, index, policies.get(index), context, lifecycles);
      var placer = stages[index].placer();
      boolean asksEarlier = spec().elastic() != Elastic.NO || placer.choosesTiers();
      if (asksEarlier && placer.learns()) {
        stages[index]
            .runtimes()
            .estimates()
            .meet(history.of(spec().name(), stages[index].spec().name()));
      }
    }
    this.graph = new JobStages(stages, spec().tokens() != JobSpec.NO_CAP);
    this.outputs = new JobOutputs(assigned.outputs(), graph.edges(), stages.length);
    for (var stage : stages) {
      stage.runtimes().orderBySize();
    }
    this.reasons = new JobReasons(assigned, graph, outputs, new TaskWaits(graph, tokens));
    this.reports = new JobReports(assigned, stages);
    this.receipts = new Receipts(assigned);
    this.heldStage = new HeldStage(assigned.revision());
  }

  /** Opens the stages that need nothing, and goes on from what the master has on record. */
  public void begin(Effects out) {
    graph.begin(assigned.done(), out);
    succeedIfComplete();
  }

  public JobSpec spec() {
    return assigned.spec();
  }

  public long job() {
    return assigned.job();
  }

  /** Of what the attempts of older epochs have as numbers. */
  int attemptsBefore() {
    return assigned.inherited() ? ATTEMPTS_PER_EPOCH * ((assigned.epoch() - 1) % EPOCHS_APART) : 0;
  }

  /** What nodes need to queue the tasks of a stage; shares are counted per queue. */
  Demand demand(StageSpec stage) {
    return Demand.of(stage.resources())
        .withEstimate(stage.limits().estimateNs())
        .withUser(spec().queue(), 1)
        .withJob(job(), assigned.submittedNs());
  }

  // What it is made of.

  Tokens tokens() {
    return tokens;
  }

  ShareOfQueue share() {
    return share;
  }

  public JobStages graph() {
    return graph;
  }

  public JobReasons reasons() {
    return reasons;
  }

  public JobReports reports() {
    return reports;
  }

  public Receipts receipts() {
    return receipts;
  }

  public JobOutputs outputs() {
    return outputs;
  }

  public HeldStage heldStage() {
    return heldStage;
  }

  // Its stages.

  public Stage stage(int index) {
    return stages[index];
  }

  /** Whether a node may name such a task: one that was withdrawn may be beyond the stage's size. */
  public boolean mayHave(int stage, int task) {
    return stage >= 0 && stage < stages.length && task >= 0 && task < JobRules.MAX_TASKS;
  }

  /** Also those that were withdrawn. */
  public boolean has(int stage, int task) {
    return stage >= 0 && stage < stages.length && stages[stage].tasks().has(task);
  }

  /** The share of its queue is another. */
  public void changeShare(long nowNs, JobAllowance next, Effects out) {
    share.change(next);
    if (isOpen()) {
      List<StageTasks> active = new ArrayList<>();
      graph.eachActive(stage -> active.add(stage.placeable()));
      share.giveBack(nowNs, active, out);
    }
  }

  /** What the job uses, and could use at once were it free to. */
  public JobUse use() {
    var wanted = new ResourceCount();
    var each = Resources.NONE;
    int tokensLeft = tokens.left();
    for (var open : graph.open()) {
      int count = open.limits().startable(tokensLeft);
      if (count > 0) {
        tokensLeft -= open.needs().tokensOf(count);
        wanted.add(open.needs().demand().resources().times(count));
        each = each.max(open.needs().least(open.tasks()));
      }
    }
    boolean startsAny = !each.equals(Resources.NONE);
    for (var open : graph.open()) {
      boolean counts = tokens.hasOpportunistic() || !startsAny; // what runs was a whole task too
      each = counts ? each.max(open.needs().least(open.tasks())) : each;
    }
    wanted.add(tokens.promotable(tokensLeft, each));
    var all = startsAny ? wanted.sum().max(each) : wanted.sum();
    return new JobUse(job(), tokens.used().sum(), all, each);
  }

  /** How many tasks are in stages of this kind of admission. */
  public long tasksOf(Admission admission) {
    long sum = 0;
    for (var stage : stages) {
      sum += stage.needs().demand().admission() == admission ? stage.tasks().size() : 0;
    }
    return sum;
  }

  // What came of attempts. Whoever records something then looks at the phase.

  /** Records how an attempt on this node has ended; false where that changes nothing. */
  public boolean record(
      long nowNs, Stage stage, int task, int node, RunResult result, Effects out) {
    return switch (result.outcome()) {
      case SUCCEEDED -> succeed(nowNs, stage, task, node, result, out);
      case FAILED, TIMED_OUT, LOG_LIMIT, OUTPUT_LIMIT, OUT_OF_MEMORY, UNSTARTABLE -> {
        stage.nodes().exclusions().add(nowNs, task, node, result);
        yield fail(stage, task, result);
      }
      case NOT_STARTED -> {
        stage.nodes().exclusions().add(nowNs, task, node, result);
        notStarted(stage, task);
        yield false;
      }
      case EVICTED -> {
        stage.attempts().evicted(task);
        yield false;
      }
      case KILLED -> {
        stage.attempts().giveWay(task);
        yield false;
      }
      case LOST, INPUT_MISSING -> {
        lose(stage, task);
        yield false;
      }
    };
  }

  private boolean succeed(
      long nowNs, Stage stage, int task, int node, RunResult result, Effects out) {
    boolean first = stage.tasks().succeed(task);
    if (first) {
      outputs.stored(nowNs, stage.index(), task, node, result);
      stage.nodes().exclusions().remove(task);
      graph.succeeded(stage, task);
      completeIfDone(stage, out);
    }
    return first;
  }

  private boolean fail(Stage stage, int task, RunResult result) {
    boolean counts = stage.tasks().isRunning(task);
    if (stage.attempts().fail(task)) {
      giveUp(stage, task, result);
    }
    return counts;
  }

  private void notStarted(Stage stage, int task) {
    boolean enough = stage.nodes().exclusions().hasNotStartedEnough(task);
    if (stage.attempts().notStarted(task, enough)) {
      giveUp(stage, task, stage.nodes().exclusions().neverStarted(task));
    }
  }

  public void lose(Stage stage, int task) {
    if (stage.attempts().lose(task)) {
      giveUp(stage, task, RunResult.lost(LOST_TOO_OFTEN));
    }
  }

  /** The output of a task that has succeeded is lost, and needed. */
  public void reopen(Stage stage, int task) {
    if (graph.reopen(stage, task)) {
      giveUp(stage, task, RunResult.lost(LOST_TOO_OFTEN));
    }
  }

  /** All tasks whose outputs are lost and needed run again: which. */
  public List<TaskId> reopenNeeded() {
    return new Reopening(this).reopenNeeded();
  }

  private void giveUp(Stage stage, int task, RunResult result) {
    reports.fail(stage, task, result);
    decide(JobState.FAILED);
  }

  /** A stage that is held does not end before its new size is known. */
  public void completeIfDone(Stage stage, Effects out) {
    if (stage.tasks().isComplete() && !stage.isComplete() && !heldStage.is(stage)) {
      graph.complete(stage, out);
      succeedIfComplete();
    }
  }

  // States.

  public boolean isCounting() {
    return phase == JobPhase.COUNTING;
  }

  public boolean isRunning() {
    return phase == JobPhase.RUNNING;
  }

  /** Whether its end has no consequences yet. */
  public boolean isOpen() {
    return isCounting() || isRunning();
  }

  private void become(JobPhase next) {
    phase = lifecycle.change(phase, next);
  }

  /** All attempts that nodes hold for older epochs are known. */
  public void run() {
    become(JobPhase.RUNNING);
    succeedIfComplete();
  }

  public void cancel() {
    decide(JobState.CANCELLED);
  }

  /** While attempts are counted, outputs of nodes that died meanwhile may have to be made again. */
  private void succeedIfComplete() {
    if (isRunning() && graph.isComplete()) {
      decide(JobState.SUCCEEDED);
    }
  }

  /** The first end counts. */
  private void decide(JobState end) {
    if (!state.ended()) {
      state = end;
    }
  }

  /** Once its end is decided nothing more of it is placed, and its attempts end. */
  public void closeIfDecided(long nowNs, Effects out) {
    if (state.ended() && isRunning()) {
      become(JobPhase.CLOSING);
      graph.eachActive(
          stage -> {
            stage.close(out);
            stage.attempts().endAll(nowNs, out);
          });
    }
  }

  /** Ends a job that is closing once its last attempt has ended; whether that is now. */
  public boolean endIfIdle() {
    boolean ends = phase == JobPhase.CLOSING && tokens.attempts() == 0;
    if (ends) {
      become(JobPhase.OVER);
    }
    return ends;
  }

  public JobReport report(long nowNs) {
    return reports.ofJob(nowNs, state);
  }
}
