package dev.muster.core.scheduler;

import dev.muster.model.JobKind;

/**
 * A stage that wants tasks placed, and its job.
 *
 * @param beyond how many tasks of the job may run beyond its tokens, those that do among them
 */
record Turn(JobManager job, StagePlan stage, int beyond) {

  Turn(JobManager job, StagePlan stage) {
    this(job, stage, 0);
  }

  /** The same, with so many more tasks that may start than there are tokens left. */
  Turn growingBy(int more) {
    return more == 0 ? this : new Turn(job, stage, more + Math.max(0, -job.tokens.left()));
  }

  /** How many tasks could start now, were there room for them. */
  int wanted() {
    return job.wanted(stage, beyond);
  }

  /** Whether there is anything to do. */
  boolean isWanted() {
    return wanted() > 0 || job.mayGrow(stage);
  }

  /** Takes whichever task is next; -1 where none may start. */
  int take() {
    return job.takeNext(stage, beyond);
  }

  /** Takes this task; -1 where it may not start. */
  int takeOne(int task) {
    return job.takeOne(stage, task, beyond);
  }

  boolean waitsLongerThan(Turn other) {
    return stage.inLineSinceNs < other.stage.inLineSinceNs;
  }

  /** Services are spread over racks and machines, so that few of their tasks are lost together. */
  boolean isSpread() {
    return job.spec().kind() == JobKind.SERVICE;
  }
}
