package dev.muster.sim.experiment.omega;

import dev.muster.core.actor.Chance;
import dev.muster.model.Resources;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.Settings;
import dev.muster.workload.JobLaw;
import dev.muster.workload.JobList;
import dev.muster.workload.JobList.Listed;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The jobs of a run: drawn as the settings say, or those of a file. */
final class OmegaJobs {

  private static final Resources TASK = new Resources(1_000, 2L << 30);

  /** Of each workload, on average: half of what a list may have. */
  private static final int MOST_DRAWN = JobList.MAX_JOBS / 2;

  private OmegaJobs() {}

  /**
   * First all batch jobs, then all services, each in the order of arrival.
   *
   * @param batchRate how many times as fast batch jobs come; those of a file are over as much
   *     sooner
   */
  static List<Listed> of(Settings settings, double batchRate) {
    var file = settings.text("jobs");
    if (!file.isEmpty()) {
      return read(file).stream().map(job -> job.service() ? job : faster(job, batchRate)).toList();
    }
    List<Listed> jobs = new ArrayList<>(draw(settings, "batch", batchRate, "batch jobs"));
    jobs.addAll(draw(settings, "service", 1, "services"));
    return jobs;
  }

  private static List<Listed> draw(Settings settings, String workload, double rate, String stream) {
    double gapSeconds = settings.number(workload + "GapSeconds");
    double jobs = settings.number("horizonSeconds") * rate / gapSeconds;
    if (jobs > MOST_DRAWN) {
      throw new ExperimentFailed(
          "at most %d jobs are drawn, not %.0f: set a larger %sGapSeconds or a shorter horizonSeconds"
              .formatted(MOST_DRAWN, jobs, workload));
    }
    return new JobLaw(
            workload.equals("service"),
            gapSeconds * 1e9 / rate,
            settings.number(workload + "Tasks"),
            settings.number(workload + "TaskSeconds") * 1e9,
            TASK)
        .draw(settings.secondsNs("horizonSeconds"), Chance.of(settings.seed(), stream));
  }

  private static Listed faster(Listed job, double rate) {
    long submitNs = Math.round(job.submitNs() / rate);
    return new Listed(false, submitNs, job.tasks(), job.durationNs(), job.each());
  }

  /** The jobs of a file, or what is wrong with it. */
  static List<Listed> read(String file) {
    return read("jobs", file);
  }

  /**
   * @param parameter that names the file
   */
  static List<Listed> read(String parameter, String file) {
    try {
      return JobList.read(Path.of(file));
    } catch (UncheckedIOException unreadable) {
      throw new ExperimentFailed(
          "%s must be a file of jobs: %s".formatted(parameter, unreadable.getMessage()));
    }
  }
}
