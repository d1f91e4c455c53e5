package dev.muster.core.actor;

import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;

/**
 * One attempt of one task, with all that a machine needs to run it.
 *
 * @param home the directory that relative names of the job start from
 * @param stage the index of the stage in the job
 * @param spec of the stage, without the items and preferences of the other tasks
 * @param index of the task in its stage
 * @param item the item of this task; empty where the stage has none
 * @param attempt counts from 1
 */
public record Work(
    long job, String home, int stage, StageSpec spec, int index, String item, int attempt) {

  /** An attempt of a task of this job. */
  public static Work of(long job, JobSpec spec, int stage, int index, int attempt) {
    var whole = spec.stages().get(stage);
    var item = whole.items().isEmpty() ? "" : whole.items().get(index);
    return new Work(job, spec.home(), stage, whole.forOneTask(), index, item, attempt);
  }

  /** Whether files may have to be fetched before the run. */
  public boolean needsFiles() {
    return !spec.files().contents().isEmpty() || !spec.after().isEmpty();
  }

  public void trace(TraceHash hash) {
    hash.add(job).add(stage).add(index).add(attempt);
  }

  /** As people see it: {@code job-7/count[3]#1}. */
  @Override
  public String toString() {
    return "job-" + job + "/" + spec.name() + "[" + index + "]#" + attempt;
  }
}
