package dev.muster.workload;

import dev.muster.core.actor.Chance;
import dev.muster.model.Resources;
import dev.muster.workload.JobList.Listed;
import java.util.ArrayList;
import java.util.List;

/**
 * How jobs of one workload are drawn: they arrive independently of each other, and their numbers of
 * tasks and their durations are spread exponentially. So does the simulator of the Omega paper.
 *
 * @param service whether it is the workload of services, and not of batch jobs
 * @param each what each task needs
 */
public record JobLaw(
    boolean service, double meanGapNs, double meanTasks, double meanDurationNs, Resources each) {

  /** All jobs that arrive before then, in order. */
  public List<Listed> draw(long untilNs, Chance chance) {
    var arrivals = new PoissonArrivals(meanGapNs, chance);
    List<Listed> jobs = new ArrayList<>();
    for (long atNs = arrivals.nextNs(); atNs < untilNs; atNs = arrivals.nextNs()) {
      if (jobs.size() == JobList.MAX_JOBS) {
        throw new IllegalArgumentException(
            "more than %d jobs arrive before the end: let them come more seldom"
                .formatted(JobList.MAX_JOBS));
      }
      jobs.add(job(atNs, chance));
    }
    return jobs;
  }

  private Listed job(long atNs, Chance chance) {
    int tasks = Math.max(1, (int) Math.ceil(meanTasks * chance.nextExponential()));
    long durationNs = Math.max(1, Math.round(meanDurationNs * chance.nextExponential()));
    return new Listed(service, atNs, tasks, durationNs, each);
  }
}
