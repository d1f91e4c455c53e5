package dev.muster.check;

import dev.muster.core.actor.Work;
import dev.muster.core.event.SchedulerEvent.TaskFinished;

/** A task, whichever attempt. */
record TaskKey(long job, int stage, int index) {

  static TaskKey of(Work work) {
    return new TaskKey(work.job(), work.stage(), work.index());
  }

  static TaskKey of(TaskFinished finished) {
    return new TaskKey(finished.job(), finished.stage(), finished.index());
  }

  @Override
  public String toString() {
    return "job-" + job + "/stage " + stage + "[" + index + "]";
  }
}
