package dev.muster.core.scheduler.job;

import dev.muster.model.TaskId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Has tasks of one job run again whose outputs are lost and still needed, and those whose lost
 * outputs these need in turn.
 */
record Reopening(JobManager job, List<TaskId> reopened, ArrayDeque<TaskId> unchecked) {

  Reopening(JobManager job) {
    this(job, new ArrayList<>(), new ArrayDeque<>());
  }

  List<TaskId> reopenNeeded() {
    for (int stage = 0; stage < job.graph().size(); stage++) {
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
    return Math.min(job.outputs().rows(stage), job.stage(stage).tasks().size());
  }

  private boolean isLost(int stage, int task) {
    return job.outputs().isLost(stage, task) && job.stage(stage).tasks().hasSucceeded(task);
  }

  private boolean isNeeded(int stage, int task) {
    var edges = job.graph().edges();
    boolean isNeeded = edges.isLast(stage);
    var single = edges.needOneOf(stage);
    for (int i = 0; i < single.size() && !isNeeded; i++) {
      isNeeded = !job.stage(single.at(i)).tasks().hasSucceeded(task);
    }
    var all = edges.needAllOf(stage);
    for (int i = 0; i < all.size() && !isNeeded; i++) {
      isNeeded = !job.stage(all.at(i)).tasks().isComplete();
    }
    return isNeeded;
  }

  private void reopenInputs(TaskId of) {
    var single = job.graph().edges().oneBefore(of.stage());
    for (int i = 0; i < single.size(); i++) {
      if (isLost(single.at(i), of.index())) {
        reopen(single.at(i), of.index());
      }
    }
    var all = job.graph().edges().allBefore(of.stage());
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
    job.outputs().reopened(task);
    reopened.add(task);
    unchecked.add(task);
  }
}
