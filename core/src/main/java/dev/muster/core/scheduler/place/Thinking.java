package dev.muster.core.scheduler.place;

import dev.muster.model.JobSpec;

/** How long a scheduler is modelled to think about so many tasks of a job, in virtual time only. */
@FunctionalInterface
public interface Thinking {

  long ns(JobSpec job, long tasks);

  /** The same for a partitioned job, where one order of search may take longer than another. */
  default long ns(JobSpec job, long tasks, SearchOrder order) {
    return ns(job, tasks);
  }
}
