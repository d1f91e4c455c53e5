package dev.muster.core.scheduler;

import dev.muster.core.actor.Lifecycle;

/** Where the jobs, stages and tasks of a scheduler change their states. */
record JobLifecycles(
    Lifecycle<JobPhase> jobs, Lifecycle<StageState> stages, Lifecycle<TaskState> tasks) {

  JobLifecycles() {
    this(
        new Lifecycle<>(JobPhase.class),
        new Lifecycle<>(StageState.class),
        new Lifecycle<>(TaskState.class));
  }
}
