package dev.muster.core.scheduler.job;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.scheduler.task.TaskState;

/** Where the jobs, stages and tasks of a scheduler change their states. */
public record JobLifecycles(
    Lifecycle<JobPhase> jobs, Lifecycle<StageState> stages, Lifecycle<TaskState> tasks) {

  public JobLifecycles() {
    this(
        new Lifecycle<>(JobPhase.class),
        new Lifecycle<>(StageState.class),
        new Lifecycle<>(TaskState.class));
  }
}
