package dev.muster.core.scheduler;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Work;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.model.Admission;
import dev.muster.model.Demand;
import dev.muster.model.Elastic;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.RunResult;
import dev.muster.model.StageReport;
import dev.muster.model.StageSpec;
import dev.muster.model.TaskFailure;
import dev.muster.model.TaskSet;
import java.util.ArrayList;
import java.util.List;

/**
 * One job on its way: which stages may run, what came of their tasks, and when it is over.
 *
 * <p>A job that fails or is cancelled is first {@code closing}: it takes no more tasks and is over
 * when the last of its attempts is.
 */
final class JobManager {

  /** The attempts of each epoch of a scheduler have numbers of their own: this many. */
  static final int ATTEMPTS_PER_EPOCH = 1_000_000;

  /** After so many epochs the numbers begin again; nothing lasts through as many. */
  private static final int EPOCHS_APART = 2_000;

  private static final long NS_PER_MS = 1_000_000;

  private final long job;
  private final JobSpec spec;
  private final Address<ClientEvent> client;
  private final long submittedNs;
  private final String policy;
  private final StagePlan[] stages;

  /** The number in the job of the first task of each stage. */
  private final int[] firstTask;

  final Receipts receipts;
  final Tokens tokens;
  private final Failures failures = new Failures();
  private JobState state = JobState.RUNNING;

  private int reservations;
  private boolean closingSeen;

  /** Whether nodes may have tasks of it that are not known here: until then none starts. */
  private boolean uncounted;

  private long progressToldNs;

  JobManager(AssignJob plan, String policy) {
    this.job = plan.job();
    this.spec = plan.spec();
    this.client = plan.client();
    this.submittedNs = plan.submittedNs();
    this.tokens = new Tokens(spec.tokens());
    this.policy = policy;
    this.stages = new StagePlan[spec.stages().size()];
    this.firstTask = new int[stages.length + 1];
    this.uncounted = plan.inherited();
    int attemptsBefore = plan.inherited() ? attemptsBefore(plan.epoch()) : 0;
    for (int index = 0; index < stages.length; index++) {
      var stage = spec.stages().get(index);
      stages[index] = new StagePlan(stage, index, demand(stage), attemptsBefore, !commits());
      firstTask[index + 1] = firstTask[index] + stage.tasks();
    }
    this.receipts = new Receipts(plan, plan.done().between(0, firstTask[stages.length]));
    if (plan.inherited()) {
      resume(plan.done());
    }
  }

  private static int attemptsBefore(int epoch) {
    return ATTEMPTS_PER_EPOCH * ((epoch - 1) % EPOCHS_APART);
  }

  /** Goes on from what the master has on record. */
  private void resume(TaskSet done) {
    for (var stage : stages) {
      stage.done(done.between(firstTask[stage.index], firstTask[stage.index + 1]));
    }
    for (var stage : stages) {
      if (stage.complete()) {
        completed(stage);
      }
    }
  }

  /** The number of a task in the job. */
  int number(StagePlan stage, int task) {
    return firstTask[stage.index] + task;
  }

  boolean uncounted() {
    return uncounted;
  }

  /** All that nodes have of it is known. */
  void counted() {
    uncounted = false;
  }

  /** Takes over an attempt that a node has, of a task that waits. */
  void adopt(StagePlan stage, int task, int attempt) {
    stage.adopt(task, attempt);
    tokens.take();
  }

  /**
   * What nodes hear of the tasks of a stage; a queue is who shares are counted for. Tasks whose
   * room is claimed do not wait for it.
   */
  private Demand demand(StageSpec stage) {
    return Demand.of(stage.resources())
        .with(commits() ? Admission.RESERVED : Admission.QUEUED)
        .withEstimate(stage.limits().estimateNs())
        .withUser(spec.queue(), 1)
        .withJob(job, submittedNs);
  }

  /** How many more tasks of this stage could start now, were there room for them. */
  int wanted(StagePlan stage) {
    return wanted(stage, 0);
  }

  /** The same where so many tasks may run beyond its tokens, those that do among them. */
  int wanted(StagePlan stage, int beyond) {
    if (uncounted || closing() || !stage.ready()) {
      return 0;
    }
    int free = Math.max(0, tokens.left() + beyond);
    boolean mayStart = !stage.spec.gang() || free >= stage.waiting();
    return mayStart ? Math.min(stage.waiting(), free) : 0;
  }

  boolean isElastic() {
    return spec.elastic() != Elastic.NO;
  }

  /** Whether tasks of this stage may start without tokens, were enough of the cell idle. */
  boolean mayGrow(StagePlan stage) {
    return isElastic()
        && !uncounted
        && !closing()
        && stage.ready()
        && stage.waiting() > 0
        && !stage.spec.gang()
        && stage.times.meanNs() > 0;
  }

  /**
   * Takes a task of the stage for this node, best the one with the preference; -1 where none may
   * start.
   */
  int take(StagePlan stage, int node, int preference) {
    return taken(wanted(stage) <= 0 ? -1 : stage.take(node, preference));
  }

  /**
   * Takes whichever task of the stage is next, where so many may run beyond its tokens; -1 where
   * none may start.
   */
  int takeNext(StagePlan stage, int beyond) {
    return taken(wanted(stage, beyond) <= 0 ? -1 : stage.take());
  }

  /** Takes this task of the stage; -1 where it may not start. */
  int takeOne(StagePlan stage, int task) {
    return takeOne(stage, task, 0);
  }

  /** The same where so many may run beyond its tokens. */
  int takeOne(StagePlan stage, int task, int beyond) {
    boolean mayStart = wanted(stage, beyond) > 0 && stage.isWaiting(task);
    return taken(mayStart ? stage.takeOne(task) : -1);
  }

  private int taken(int task) {
    if (task >= 0) {
      tokens.take();
    }
    return task;
  }

  /** The task that was taken goes nowhere after all, and no attempt is counted. */
  void untake(StagePlan stage, int task) {
    if (stage.isRunning(task)) {
      tokens.giveBack();
      stage.untake(task);
    }
  }

  Work work(StagePlan stage, int task) {
    var items = stage.spec.items();
    var item = items.isEmpty() ? "" : items.get(task);
    return new Work(
        job, spec.home(), stage.index, stage.ofOneTask, task, item, stage.attempt(task));
  }

  /**
   * Records how an attempt ended; false where that changes nothing. Whoever asks then looks at
   * {@link #closing} and {@link #over}.
   */
  boolean ended(StagePlan stage, int task, RunResult result) {
    return switch (result.outcome()) {
      case SUCCEEDED -> succeeded(stage, task);
      case FAILED, NOT_STARTED, TIMED_OUT, LOG_LIMIT, OUTPUT_LIMIT, OUT_OF_MEMORY ->
          failed(stage, task, result);
      case EVICTED, KILLED -> {
        gaveWay(stage, task);
        yield false;
      }
      case LOST -> {
        lost(stage, task);
        yield false;
      }
    };
  }

  private boolean succeeded(StagePlan stage, int task) {
    if (stage.isRunning(task)) {
      tokens.giveBack();
    }
    boolean first = stage.succeeded(task);
    if (first && stage.complete()) {
      completed(stage);
    }
    return first;
  }

  private boolean failed(StagePlan stage, int task, RunResult result) {
    if (!stage.isRunning(task)) {
      return false;
    }
    tokens.giveBack();
    if (stage.failed(task)) {
      giveUp(stage, task, result);
    }
    return true;
  }

  /** Records that an attempt gave way to others, before or after it started. */
  void gaveWay(StagePlan stage, int task) {
    if (stage.isRunning(task)) {
      tokens.giveBack();
      stage.gaveWay(task);
    }
  }

  /** Records that an attempt is gone with its node. */
  void lost(StagePlan stage, int task) {
    if (!stage.isRunning(task)) {
      return;
    }
    tokens.giveBack();
    if (stage.lost(task)) {
      var why = "lost its node " + (StagePlan.MAX_LOSSES + 1) + " times";
      giveUp(stage, task, RunResult.notStarted(why));
    }
  }

  private void completed(StagePlan stage) {
    boolean all = true;
    for (var other : stages) {
      if (other.spec.after().stream().anyMatch(edge -> edge.stage().equals(stage.spec.name()))) {
        other.unblock();
      }
      all &= other.complete();
    }
    if (all) {
      close(JobState.SUCCEEDED);
    }
  }

  private void giveUp(StagePlan stage, int task, RunResult result) {
    failures.add(new TaskFailure(stage.spec.name(), task, stage.attempt(task), result));
    close(JobState.FAILED);
  }

  void cancel() {
    close(JobState.CANCELLED);
  }

  private void close(JobState end) {
    if (!closing()) {
      state = end;
    }
  }

  /** Whether its end is decided, though attempts may still be under way. */
  boolean closing() {
    return state.ended();
  }

  /** Whether {@link #closing} has become true since this was asked last. */
  boolean justClosed() {
    boolean news = closing() && !closingSeen;
    closingSeen |= news;
    return news;
  }

  /** Whether it is over: its end is decided and no attempt is under way. */
  boolean over() {
    if (uncounted || !closing()) {
      return false;
    }
    for (var stage : stages) {
      if (stage.bound.count > 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether so much time has passed since the client last heard of progress. */
  boolean progressDue(long nowNs, long everyNs) {
    if (everyNs == 0 || nowNs - progressToldNs < everyNs) {
      return false;
    }
    progressToldNs = nowNs;
    return true;
  }

  JobReport report(long nowNs) {
    return new JobReport(
        job,
        spec.name(),
        state,
        policy,
        stageReports(),
        submittedNs / NS_PER_MS,
        (nowNs - submittedNs) / NS_PER_MS,
        failures.shown(),
        failures.notShown(),
        List.of());
  }

  List<StageReport> stageReports() {
    List<StageReport> reports = new ArrayList<>(stages.length);
    for (var stage : stages) {
      reports.add(stage.report());
    }
    return reports;
  }

  /** Whether what happens to one stage can change how many tasks of another may start. */
  boolean stagesDepend() {
    return spec.tokens() != JobSpec.NO_CAP;
  }

  /** Counts the reservations that wait at nodes. */
  void reserved(int change) {
    reservations += change;
  }

  int reservations() {
    return reservations;
  }

  JobSpec spec() {
    return spec;
  }

  /** Whether its tasks get room by claims in the cell. */
  boolean commits() {
    return isPartitioned() || policy.equals(JobSpec.SHARED);
  }

  /** Whether these are made on a copy that is refreshed partition by partition. */
  boolean isPartitioned() {
    return policy.equals(JobSpec.PARTITIONED);
  }

  long job() {
    return job;
  }

  Address<ClientEvent> client() {
    return client;
  }

  StagePlan stage(int index) {
    return stages[index];
  }

  int stageCount() {
    return stages.length;
  }
}
