package dev.muster.core.scheduler;

import dev.muster.core.scheduler.place.PartitionFit.Way;
import dev.muster.model.JobSpec;

/** How long a scheduler is modelled to think about so many tasks of a job, in virtual time only. */
@FunctionalInterface
public interface Thinking {

  long ns(JobSpec job, long tasks);

  /** The same for a partitioned job, where one way to choose machines may take longer. */
  default long ns(JobSpec job, long tasks, Way way) {
    return ns(job, tasks);
  }
}
