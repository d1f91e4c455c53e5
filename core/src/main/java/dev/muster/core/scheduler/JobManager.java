package dev.muster.core.scheduler;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.scheduler.place.HeldTable;
import dev.muster.core.scheduler.place.ReasonLog;
import dev.muster.model.Admission;
import dev.muster.model.Demand;
import dev.muster.model.Elastic;
import dev.muster.model.JobReport;
import dev.muster.model.JobReport.TaskFailure;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.RunResult;
import dev.muster.model.StageReport;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One job on its way: which stages are open, what came of their tasks, and when the job is over.
 * {@link JobPhase} draws the way.
 */
final class JobManager {

  /** The attempts of each epoch of a scheduler have numbers of their own: this many. */
  static final int ATTEMPTS_PER_EPOCH = 1_000_000;

  /** After so many epochs the numbers begin again; nothing lasts through as many. */
  private static final int EPOCHS_APART = 2_000;

  /** Progress of so many stages is reported as often as asked; with more it is rarer in step. */
  private static final int STAGES_REPORTED_EAGERLY = 1_000;

  private static final long NS_PER_MS = 1_000_000;

  private final AssignJob assigned;
  private final JobLifecycles lifecycles;
  private final Stage[] stages;
  private final JobStages graph;
  private final Tokens tokens;
  private final Failures failures = new Failures();
  final Receipts receipts;
  final Resizing resizing;

  private JobPhase phase;
  private JobState state = JobState.RUNNING;
  private @Nullable ReasonLog reasons;
  private long progressReportedNs;

  JobManager(
      AssignJob assigned,
      Placers placers,
      HeldTable held,
      History history,
      JobLifecycles lifecycles) {
    this.assigned = assigned;
    this.lifecycles = lifecycles;
    this.tokens = new Tokens(spec().tokens());
    this.phase = assigned.inherited() ? JobPhase.COUNTING : JobPhase.RUNNING;
    this.stages = new Stage[spec().stages().size()];
    for (int index = 0; index < stages.length; index++) {
      var policy = placers.policy(spec(), spec().stages().get(index));
      stages[index] = new Stage(this, index, policy, placers.of(policy), held, lifecycles);
      if (spec().elastic() != Elastic.NO) {
        stages[index].times.meet(history.of(spec().name(), stages[index].spec().name()));
      }
    }
    this.graph = new JobStages(stages);
    this.receipts = new Receipts(assigned);
    this.resizing = new Resizing(assigned.revision());
  }

  /** Opens the stages that need nothing, and goes on from what the master has on record. */
  void begin(Effects out) {
    graph.resume(assigned.done());
    for (var stage : stages) {
      if (stage.tasks.complete()) {
        graph.complete(stage, out);
      } else if (!stage.isBlocked()) {
        graph.open(stage);
      }
    }
    closeIfComplete();
  }

  private void closeIfComplete() {
    if (graph.isComplete()) {
      close(JobState.SUCCEEDED);
    }
  }

  /** Of what the attempts of older epochs have as numbers. */
  int attemptsBefore() {
    return assigned.inherited() ? ATTEMPTS_PER_EPOCH * ((assigned.epoch() - 1) % EPOCHS_APART) : 0;
  }

  /** What nodes hear of the tasks of a stage; a queue is who shares are counted for. */
  Demand demand(StageSpec stage) {
    return Demand.of(stage.resources())
        .withEstimate(stage.limits().estimateNs())
        .withUser(spec().queue(), 1)
        .withJob(job(), assigned.submittedNs());
  }

  // Its stages.

  Stage stage(int index) {
    return stages[index];
  }

  /** How many tasks are in stages of this kind of admission. */
  long tasksOf(Admission admission) {
    long sum = 0;
    for (var stage : stages) {
      sum += stage.demand().admission() == admission ? stage.tasks.size() : 0;
    }
    return sum;
  }

  boolean has(int stage, int task) {
    return stage >= 0 && stage < stages.length && task >= 0 && task < stages[stage].tasks.size();
  }

  /** From now on placements leave their reasons. */
  void keepReasons() {
    if (reasons == null) {
      reasons = new ReasonLog();
    }
  }

  @Nullable ReasonLog reasons() {
    return reasons;
  }

  /** After what happened to this stage: has as much placed as the job wants now. */
  void adjust(long nowNs, Stage stage, Effects out) {
    graph.adjust(nowNs, stage, spec().tokens() != JobSpec.NO_CAP, out);
  }

  /** The same for all open stages, as many as one event may look at. */
  void adjust(long nowNs, Effects out) {
    graph.adjustOpen(nowNs, out);
  }

  // What came of attempts. Whoever records something then looks at the phase.

  void started() {
    tokens.take();
  }

  /** An attempt of an older epoch is taken over. */
  void adopted(Stage stage) {
    tokens.take();
    graph.adopts(stage);
  }

  void ended() {
    tokens.giveBack();
  }

  /** Records how an attempt that has ended did; false where that changes nothing. */
  boolean record(Stage stage, int task, RunResult result, Effects out) {
    return switch (result.outcome()) {
      case SUCCEEDED -> succeeded(stage, task, out);
      case FAILED, NOT_STARTED, TIMED_OUT, LOG_LIMIT, OUTPUT_LIMIT, OUT_OF_MEMORY ->
          failed(stage, task, result);
      case EVICTED, KILLED -> {
        stage.gaveWay(task);
        yield false;
      }
      case LOST -> {
        lost(stage, task);
        yield false;
      }
    };
  }

  private boolean succeeded(Stage stage, int task, Effects out) {
    boolean first = stage.succeeded(task);
    if (first) {
      graph.succeeded(stage, task);
      completeIfDone(stage, out);
    }
    return first;
  }

  /** A stage that is held does not end before its new size is known. */
  private void completeIfDone(Stage stage, Effects out) {
    if (stage.tasks.complete() && !stage.isComplete() && !resizing.holds(stage)) {
      graph.complete(stage, out);
      closeIfComplete();
    }
  }

  /** Whether the stage has ended, so that its size cannot change any more. */
  boolean hasEnded(Stage stage) {
    return stage.isComplete() || graph.isFollowed(stage);
  }

  /** The new size of a stage that was held is on record. */
  void resize(long nowNs, Stage stage, int tasks, Attempts attempts, Effects out) {
    stage.resize(nowNs, tasks, attempts, out);
    completeIfDone(stage, out);
  }

  private boolean failed(Stage stage, int task, RunResult result) {
    boolean counts = stage.tasks.isRunning(task);
    if (stage.failed(task)) {
      giveUp(stage, task, result);
    }
    return counts;
  }

  void lost(Stage stage, int task) {
    if (stage.lost(task)) {
      var why = "lost its node " + (TaskTable.MAX_LOSSES + 1) + " times";
      giveUp(stage, task, RunResult.notStarted(why));
    }
  }

  private void giveUp(Stage stage, int task, RunResult result) {
    failures.add(new TaskFailure(stage.spec().name(), task, stage.tasks.attempt(task), result));
    close(JobState.FAILED);
  }

  // Its way.

  boolean isCounting() {
    return phase == JobPhase.COUNTING;
  }

  boolean isRunning() {
    return phase == JobPhase.RUNNING;
  }

  boolean isClosing() {
    return phase == JobPhase.CLOSING;
  }

  /** All attempts that nodes hold for older epochs are known. */
  void counted() {
    if (phase == JobPhase.COUNTING) {
      become(JobPhase.RUNNING);
    }
  }

  void cancel() {
    close(JobState.CANCELLED);
  }

  private void close(JobState end) {
    if (!state.ended()) {
      state = end;
    }
  }

  /** Whether its end is decided and it has not begun to close; it does now, once. */
  boolean beginsToClose() {
    if (!state.ended() || !isRunning()) {
      return false;
    }
    become(JobPhase.CLOSING);
    return true;
  }

  /** Nothing more of it is placed, and its attempts end. */
  void endAttempts(Attempts attempts, long nowNs, Effects out) {
    graph.eachActive(
        stage -> {
          stage.close(out);
          attempts.endAll(stage, nowNs, out);
        });
  }

  /** Whether the last attempt has ended, so that the job is over from now on. */
  boolean isOver() {
    if (isClosing() && tokens.running() == 0) {
      become(JobPhase.OVER);
      return true;
    }
    return false;
  }

  private void become(JobPhase next) {
    phase = lifecycles.jobs().change(phase, next);
  }

  // What is said of it.

  /** Whether so much time has passed since the client last heard of progress. */
  boolean progressDue(long nowNs, long everyNs) {
    long rarer = everyNs * Math.ceilDiv(stages.length, STAGES_REPORTED_EAGERLY);
    if (everyNs == 0 || nowNs - progressReportedNs < rarer) {
      return false;
    }
    progressReportedNs = nowNs;
    return true;
  }

  JobReport report(long nowNs) {
    return new JobReport(
        job(),
        spec().name(),
        state,
        policy(),
        stageReports(),
        assigned.submittedNs() / NS_PER_MS,
        (nowNs - assigned.submittedNs()) / NS_PER_MS,
        failures.shown(),
        failures.notShown(),
        List.of());
  }

  /** That of all its stages, or {@code auto} where they differ. */
  private String policy() {
    var first = stages[0].policy();
    for (var stage : stages) {
      if (!stage.policy().equals(first)) {
        return JobSpec.AUTO;
      }
    }
    return first;
  }

  List<StageReport> stageReports() {
    List<StageReport> reports = new ArrayList<>(stages.length);
    for (var stage : stages) {
      reports.add(stage.report());
    }
    return reports;
  }

  Tokens tokens() {
    return tokens;
  }

  JobSpec spec() {
    return assigned.spec();
  }

  long job() {
    return assigned.job();
  }

  Address<ClientEvent> client() {
    return assigned.client();
  }

  /** The tasks of a job that were given up: the first in full, how many the others are. */
  private static final class Failures {

    private final List<TaskFailure> shown = new ArrayList<>();
    private int notShown;

    void add(TaskFailure failure) {
      if (shown.size() < JobReport.MAX_FAILURES) {
        shown.add(failure);
      } else {
        notShown++;
      }
    }

    List<TaskFailure> shown() {
      return shown;
    }

    int notShown() {
      return notShown;
    }
  }
}
