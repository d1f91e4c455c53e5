package dev.muster.core.submit;

import dev.muster.model.JobSpec;

/** Which scheduler gets a job. The same job must always get the same one. */
@FunctionalInterface
public interface Routing {

  /** All get as many. */
  Routing BY_NUMBER = (job, _, schedulers) -> (int) Math.floorMod(job, (long) schedulers);

  int schedulerOf(long job, JobSpec spec, int schedulers);
}
