package dev.muster.core.scheduler;

import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.fake.Lowest;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.HeldTable;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.core.scheduler.place.sampled.SampledPlacer;
import dev.muster.model.JobSpec;
import dev.muster.model.RunResult;
import dev.muster.model.Usage;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A job in the hands of a test, which starts and ends its attempts on node 0. */
public final class ManagedJob {

  public final HeldTable held;
  final JobLifecycles lifecycles = new JobLifecycles();
  private final JobManager manager;
  private final RecordingEffects out = new RecordingEffects();

  private ManagedJob(AssignJob assigned) {
    var nodes = new CellNodes();
    held = new HeldTable(0, assigned.epoch());
    var context =
        new PlacerContext(
            SchedulerCell.SELF,
            assigned.epoch(),
            SchedulerCell.MASTER,
            SchedulerCell.TIMING,
            ThinkTime.NONE,
            held,
            nodes);
    var placer = new SampledPlacer(context, SampledOptions.PLAIN, new Lowest());
    manager =
        new JobManager(
            assigned,
            new Placers(List.of(placer)).policies(assigned.spec(), nodes),
            context,
            new History(),
            TokenSize.STANDARD,
            lifecycles);
    manager.begin(out);
  }

  /** Submitted so long after the beginning of time. */
  public static ManagedJob of(JobSpec spec, long submittedNs) {
    return new ManagedJob(new AssignJob(7, spec, ClientEvent.at(0), submittedNs));
  }

  static ManagedJob of(AssignJob assigned) {
    return new ManagedJob(assigned);
  }

  public static ManagedJob of(JobSpec spec) {
    return of(spec, 0);
  }

  JobManager manager() {
    return manager;
  }

  Stage stage(int index) {
    return manager.stage(index);
  }

  public StageTasks tasks(int stage) {
    return stage(stage).placeable();
  }

  /** Tasks of the stage took so long. */
  public void took(int stage, long ns) {
    stage(stage).runtimes().estimates.note(ns, 0, Usage.NONE);
    manager.graph().estimateChanged(stage(stage));
  }

  /** Starts the next task of a stage; null where none may start. */
  @Nullable Attempt take(int stage) {
    return tasks(stage).startNext(0, 0, AttemptState.PLACED, 0);
  }

  /** The same where one may. */
  public Attempt start(int stage, AttemptState as) {
    return Objects.requireNonNull(tasks(stage).startNext(0, 0, as, 0));
  }

  Attempt start(int stage) {
    return start(stage, AttemptState.PLACED);
  }

  /** The attempt has ended so; whether that changes anything. */
  boolean end(Attempt attempt, RunResult result) {
    var stage = Stage.of(attempt);
    stage.attempts().end(attempt);
    return manager.record(0, stage, attempt.task(), attempt.node(), result, out);
  }

  /** The node of the attempt is gone. */
  void lose(Attempt attempt) {
    var stage = Stage.of(attempt);
    stage.attempts().end(attempt);
    manager.lose(stage, attempt.task());
  }

  /** Says of a task without attempts how one ended. */
  boolean record(int stage, int task, RunResult result) {
    return manager.record(0, stage(stage), task, 0, result, out);
  }

  /** Begins to close where the end is decided; whether it closes. */
  boolean closes() {
    manager.closeIfDecided(0, out);
    return !manager.isOpen();
  }

  RecordingEffects out() {
    return out;
  }
}
