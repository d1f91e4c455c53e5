package dev.muster.core.plan;

/** A stage that wants tasks placed, and its job. */
record Turn(JobManager job, StagePlan stage) {

  /** Whether there is anything to do. */
  boolean isWanted() {
    return job.wanted(stage) > 0 || job.mayGrow(stage);
  }
}
