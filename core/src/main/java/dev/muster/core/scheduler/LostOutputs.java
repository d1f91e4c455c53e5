package dev.muster.core.scheduler;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.Notice.OutputLost;
import dev.muster.core.scheduler.job.JobManager;
import dev.muster.core.scheduler.job.Stage;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.model.RunResult.LostInputs;
import dev.muster.model.TaskId;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Has outputs that are lost made again: the tasks whose outputs are still needed run again, and
 * those whose lost outputs these need in turn.
 *
 * <pre>
 *   a node left the cell ──────────────┐
 *                                      ├──► lost ──► needed? ──► reopened: waits again, on record
 *   an attempt could not have inputs ──┘
 * </pre>
 *
 * <p>An output is needed while a task that reads it has not succeeded; that of a last stage, while
 * the job has not ended.
 */
final class LostOutputs {

  private final PlacerContext context;
  private final AssignedJobs jobs;
  private final Recording recording;

  LostOutputs(PlacerContext context, AssignedJobs jobs, Recording recording) {
    this.context = context;
    this.jobs = jobs;
    this.recording = recording;
  }

  /**
   * A stage has more tasks again, and some may have lost their outputs while they were withdrawn.
   */
  void stageGrew(JobManager job, Effects out) {
    reopenNeeded(job, out);
  }

  /** Nodes may be gone, and what they had with them. */
  void nodesLeft(long nowNs, Effects out) {
    for (var job : jobs.all()) {
      if (job.isOpen()) {
        lose(nowNs, job, loseBeyondView(job), out);
      }
    }
  }

  private List<TaskId> loseBeyondView(JobManager job) {
    return job.outputs().loseBeyond(context.nodes().view());
  }

  /**
   * An attempt could not begin without these inputs. Of those that were made again since the
   * attempt was placed this is stale.
   */
  void reported(long nowNs, JobManager job, Attempt reader, LostInputs inputs, Effects out) {
    if (!job.isOpen()) {
      return;
    }
    var lost = loseBeyondView(job);
    int stage = job.graph().inputOf(Stage.of(reader), inputs.stage());
    for (int task : inputs.tasks()) {
      var named = new TaskId(stage, task);
      boolean isKnown = job.has(stage, task) && job.stage(stage).tasks().hasSucceeded(task);
      if (isKnown && !job.outputs().isNewer(named, reader.placedNs())) {
        job.outputs().lose(stage, task);
        lost.add(named);
      }
    }
    lose(nowNs, job, lost, out);
  }

  private void lose(long nowNs, JobManager job, List<TaskId> lost, Effects out) {
    if (!lost.isEmpty()) {
      var notNeeded = new LinkedHashSet<>(lost);
      reopenNeeded(job, out).forEach(notNeeded::remove);
      notNeeded.forEach(task -> publish(job, task, false, out));
      jobs.proceed(nowNs, job, out);
    }
  }

  private List<TaskId> reopenNeeded(JobManager job, Effects out) {
    var reopened = job.reopenNeeded();
    reopened.forEach(task -> publish(job, task, true, out));
    job.receipts().reopen(reopened);
    recording.sendIfDue(job, out);
    return reopened;
  }

  private static void publish(JobManager job, TaskId task, boolean again, Effects out) {
    out.publish(new OutputLost(job.job(), task.stage(), task.index(), again));
  }
}
