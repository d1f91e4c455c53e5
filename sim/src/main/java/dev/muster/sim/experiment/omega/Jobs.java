package dev.muster.sim.experiment.omega;

import dev.muster.core.actor.Chance;
import dev.muster.model.Resources;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.workload.JobLaw;
import dev.muster.workload.JobList;
import dev.muster.workload.JobList.Listed;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The jobs of an experiment: drawn by two laws, or those of a file. */
final class Jobs {

  private static final double NS_PER_S = 1e9;

  /** Of each workload, on average: half of what a list may have. */
  private static final int MOST_DRAWN = JobList.MAX_JOBS / 2;

  private static final double LONGEST = 1e9;
  private static final Resources TASK = new Resources(1_000, 2L << 30);

  /**
   * The means of one workload.
   *
   * @param gap seconds between jobs
   * @param duration seconds
   */
  record Means(double gap, double tasks, double duration) {

    /** Of batch jobs, in all the lists that the reference results were made with but one. */
    static final Means BATCH = new Means(10, 100, 100);

    /** Of few large services: list W2 of the reference. */
    static final Means SERVICE = new Means(200, 50, 1_000);

    /** Of many small services: list W1. */
    static final Means SMALL_SERVICE = new Means(20, 10, 500);
  }

  private Jobs() {}

  static List<Parameter> parameters(Means batch, Means service) {
    List<Parameter> all = new ArrayList<>();
    all.add(Parameter.file("jobs", Parameters.JOBS + "; none to draw them as said here"));
    all.addAll(parameters("batch", batch));
    all.addAll(parameters("service", service));
    return all;
  }

  private static List<Parameter> parameters(String workload, Means means) {
    var of = " of " + workload + " jobs";
    return List.of(
        Parameter.number(
            workload + "GapSeconds", means.gap, 0.001, LONGEST, "mean time between arrivals" + of),
        Parameter.number(
            workload + "Tasks", means.tasks, 0.001, 100_000, "mean number of tasks" + of),
        Parameter.number(
            workload + "TaskSeconds", means.duration, 0.001, LONGEST, "mean duration" + of));
  }

  /** First all batch jobs, then all services, each in the order of arrival. */
  static List<Listed> of(Settings settings) {
    return of(settings, 1);
  }

  /** With batch jobs that come so many times as fast. Those of a file are over so much sooner. */
  static List<Listed> of(Settings settings, double batchRate) {
    var file = settings.text("jobs");
    return file.isEmpty()
        ? drawn(settings, batchRate)
        : read(file).stream().map(job -> faster(job, batchRate)).toList();
  }

  private static List<Listed> drawn(Settings settings, double batchRate) {
    long untilNs = Parameters.ns(settings.number("horizonSeconds"));
    var batch = law(settings, "batch", batchRate);
    var service = law(settings, "service", 1);
    List<Listed> jobs = new ArrayList<>(batch.draw(untilNs, chance(settings, "batch jobs")));
    jobs.addAll(service.draw(untilNs, chance(settings, "services")));
    return jobs;
  }

  private static Chance chance(Settings settings, String name) {
    return Chance.of(settings.seed(), name);
  }

  private static JobLaw law(Settings settings, String workload, double rate) {
    double jobs =
        settings.number("horizonSeconds") * rate / settings.number(workload + "GapSeconds");
    if (jobs > MOST_DRAWN) {
      throw new ExperimentFailed(
          "at most %d jobs are drawn, not %.0f: set a larger %sGapSeconds or a shorter horizonSeconds"
              .formatted(MOST_DRAWN, jobs, workload));
    }
    return new JobLaw(
        workload.equals("service"),
        settings.number(workload + "GapSeconds") * NS_PER_S / rate,
        settings.number(workload + "Tasks"),
        settings.number(workload + "TaskSeconds") * NS_PER_S,
        TASK);
  }

  private static Listed faster(Listed job, double rate) {
    return job.service()
        ? job
        : new Listed(
            false, Math.round(job.submitNs() / rate), job.tasks(), job.durationNs(), job.each());
  }

  /** The jobs of a file, or what is wrong with it. */
  static List<Listed> read(String file) {
    try {
      return JobList.read(Path.of(file));
    } catch (UncheckedIOException unreadable) {
      throw new ExperimentFailed("jobs must be a file of jobs: " + unreadable.getMessage());
    }
  }
}
