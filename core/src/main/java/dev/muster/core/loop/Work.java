package dev.muster.core.loop;

import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;

/**
 * One attempt of one task: all that a machine needs to know in order to run it.
 *
 * @param stage the index of its stage in the job
 * @param index the index of the task in its stage
 * @param attempt counts from 1
 */
public record Work(long job, JobSpec spec, int stage, int index, int attempt) {

  public StageSpec stageSpec() {
    return spec.stages().get(stage);
  }

  public void trace(TraceHash hash) {
    hash.add(job).add(stage).add(index).add(attempt);
  }

  /** As people see it: {@code job-7/count[3]#1}. */
  @Override
  public String toString() {
    return "job-" + job + "/" + stageSpec().name() + "[" + index + "]#" + attempt;
  }
}
