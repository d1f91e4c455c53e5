package dev.muster.core.scheduler.job;

import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.fake.Lowest;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.core.scheduler.budget.TokenSize;
import dev.muster.core.scheduler.estimate.History;
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
import java.util.Collections;
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
    var policy = new StagePolicy(JobSpec.SAMPLED, "", placer);
    manager =
        new JobManager(
            assigned,
            Collections.nCopies(assigned.spec().stages().size(), policy),
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

  public static ManagedJob of(AssignJob assigned) {
    return new ManagedJob(assigned);
  }

  public static ManagedJob of(JobSpec spec) {
    return of(spec, 0);
  }

  public JobManager manager() {
    return manager;
  }

  public Stage stage(int index) {
    return manager.stage(index);
  }

  public StageTasks tasks(int stage) {
    return stage(stage).placeable();
  }

  /** Tasks of the stage took so long. */
  public void took(int stage, long ns) {
    stage(stage).runtimes().estimates().note(ns, 0, Usage.NONE);
    manager.graph().estimateChanged(stage(stage));
  }

  /** Starts the next task of a stage; null where none may start. */
  public @Nullable Attempt take(int stage) {
    return tasks(stage).startNext(0, 0, AttemptState.PLACED, 0);
  }

  /** The same where one may. */
  public Attempt start(int stage, AttemptState as) {
    return Objects.requireNonNull(tasks(stage).startNext(0, 0, as, 0));
  }

  public Attempt start(int stage) {
    return start(stage, AttemptState.PLACED);
  }

  /** The attempt has ended so; whether that changes anything. */
  public boolean end(Attempt attempt, RunResult result) {
    var stage = Stage.of(attempt);
    stage.attempts().end(attempt);
    return manager.record(0, stage, attempt.task(), attempt.node(), result, out);
  }

  /** The node of the attempt is gone. */
  public void lose(Attempt attempt) {
    var stage = Stage.of(attempt);
    stage.attempts().end(attempt);
    manager.lose(stage, attempt.task());
  }

  /** Says of a task without attempts how one ended. */
  boolean record(int stage, int task, RunResult result) {
    return manager.record(0, stage(stage), task, 0, result, out);
  }

  /** Begins to close where the end is decided; whether it closes. */
  public boolean closes() {
    manager.closeIfDecided(0, out);
    return !manager.isOpen();
  }

  public RecordingEffects out() {
    return out;
  }
}
