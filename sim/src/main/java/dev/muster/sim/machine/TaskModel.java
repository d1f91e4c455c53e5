package dev.muster.sim.machine;

import dev.muster.core.actor.Work;

/** What tasks are, before anything disturbs them. */
public interface TaskModel {

  /** The time without I/O. */
  long cpuNs(Work work);

  default void reads(Work work, TaskReads reads) {}

  /** The size of what the task makes, as one reader reads it; 0 for nothing. */
  default long outputBytes(Work work) {
    return 0;
  }

  /** How long a node fetches the files of the job that it does not have. */
  default long startupNs(Work work) {
    return 0;
  }

  /** The peak of its memory. */
  default long memoryBytes(Work work) {
    return 0;
  }
}
