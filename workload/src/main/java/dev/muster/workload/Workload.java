package dev.muster.workload;

import dev.muster.core.actor.Work;
import dev.muster.model.JobSpec;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The work of one run: when the next job arrives, which job that is, and how long each task takes.
 *
 * @param jobs gives the next job each time
 * @param times how long a task runs
 */
public record Workload(
    PoissonArrivals arrivals, Supplier<JobSpec> jobs, ToLongFunction<Work> times) {

  /** The same job again and again. */
  public static Workload of(PoissonArrivals arrivals, JobSpec job, TaskTimes times) {
    return new Workload(arrivals, () -> job, times::durationNs);
  }
}
