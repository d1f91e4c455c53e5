package dev.muster.core.plan;

import dev.muster.model.JobSpec;

/** How long a scheduler is modelled to think about so many tasks of a job, in virtual time only. */
@FunctionalInterface
public interface Thinking {

  long ns(JobSpec job, long tasks);
}
