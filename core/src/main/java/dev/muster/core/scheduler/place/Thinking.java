package dev.muster.core.scheduler.place;

import dev.muster.model.JobSpec;

/** How long a scheduler is modelled to think about so many tasks of a job, in virtual time only. */
@FunctionalInterface
public interface Thinking {

  /** What a search for machines puts first where partitions of a replica are not equally fresh. */
  enum SearchOrder {
    /** The partition whose open machines are best on average, whoever else may be after them. */
    QUALITY,
    /** The partition that was refreshed last: what seems open there most likely is. */
    LATENCY,
    /** No partition: good machines wherever they are. */
    ANYWHERE
  }

  long ns(JobSpec job, long tasks);

  /** The same for a partitioned job, where one order of search may take longer than another. */
  default long ns(JobSpec job, long tasks, SearchOrder order) {
    return ns(job, tasks);
  }
}
