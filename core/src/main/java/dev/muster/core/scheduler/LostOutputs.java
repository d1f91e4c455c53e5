package dev.muster.core.scheduler;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.Notice.OutputLost;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.model.RunResult.LostInputs;
import dev.muster.model.TaskId;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
    return job.outputs.loseBeyond(context.nodes().view());
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
    int stage = job.graph.inputOf(Stage.of(reader), inputs.stage());
    for (int task : inputs.tasks()) {
      var named = new TaskId(stage, task);
      boolean isKnown = job.has(stage, task) && job.stage(stage).tasks.hasSucceeded(task);
      if (isKnown && !job.outputs.isNewer(named, reader.placedNs())) {
        job.outputs.lose(stage, task);
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
    var reopened = new Reopening(job).reopenNeeded();
    reopened.forEach(task -> publish(job, task, true, out));
    job.receipts.reopen(reopened);
    recording.sendIfDue(job, out);
    return reopened;
  }

  private static void publish(JobManager job, TaskId task, boolean again, Effects out) {
    out.publish(new OutputLost(job.job(), task.stage(), task.index(), again));
  }

  /** The tasks of one job that have to run again. */
  private record Reopening(JobManager job, List<TaskId> reopened, ArrayDeque<TaskId> unchecked) {

    Reopening(JobManager job) {
      this(job, new ArrayList<>(), new ArrayDeque<>());
    }

    List<TaskId> reopenNeeded() {
      for (int stage = 0; stage < job.graph.size(); stage++) {
        for (int task = 0; task < rows(stage); task++) {
          if (isLost(stage, task) && isNeeded(stage, task)) {
            reopen(stage, task);
          }
        }
      }
      while (!unchecked.isEmpty()) {
        reopenInputs(unchecked.remove());
      }
      return reopened;
    }

    private int rows(int stage) {
      return Math.min(job.outputs.rows(stage), job.stage(stage).tasks.size());
    }

    private boolean isLost(int stage, int task) {
      return job.outputs.isLost(stage, task) && job.stage(stage).tasks.hasSucceeded(task);
    }

    private boolean isNeeded(int stage, int task) {
      var edges = job.graph.edges();
      boolean isNeeded = edges.isLast(stage);
      var single = edges.needOneOf(stage);
      for (int i = 0; i < single.size() && !isNeeded; i++) {
        isNeeded = !job.stage(single.at(i)).tasks.hasSucceeded(task);
      }
      var all = edges.needAllOf(stage);
      for (int i = 0; i < all.size() && !isNeeded; i++) {
        isNeeded = !job.stage(all.at(i)).tasks.isComplete();
      }
      return isNeeded;
    }

    private void reopenInputs(TaskId of) {
      var single = job.graph.edges().oneBefore(of.stage());
      for (int i = 0; i < single.size(); i++) {
        if (isLost(single.at(i), of.index())) {
          reopen(single.at(i), of.index());
        }
      }
      var all = job.graph.edges().allBefore(of.stage());
      for (int i = 0; i < all.size(); i++) {
        for (int task = 0; task < rows(all.at(i)); task++) {
          if (isLost(all.at(i), task)) {
            reopen(all.at(i), task);
          }
        }
      }
    }

    private void reopen(int stage, int index) {
      var task = new TaskId(stage, index);
      job.reopen(job.stage(stage), index);
      job.outputs.reopened(task);
      reopened.add(task);
      unchecked.add(task);
    }
  }
}
