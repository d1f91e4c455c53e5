package dev.muster.sim.experiment.omega;

import dev.muster.core.actor.Chance;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.model.Resources;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.omega.OmegaSetting.CellSize;
import dev.muster.sim.experiment.omega.OmegaSetting.Scheme;
import dev.muster.sim.experiment.omega.OmegaSetting.ThinkTimes;
import dev.muster.workload.JobLaw;
import dev.muster.workload.JobList;
import dev.muster.workload.JobList.Listed;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Parameters that several of the experiments have, and what becomes of them: cells and jobs. */
final class OmegaParameters {

  static final String JOBS = "a file of jobs: workload,submit_s,num_tasks,duration_s,cpu,mem";

  /** What the horizontal axis shows where service jobs are thought about longer and longer. */
  static final String SERVICE_AXIS = "think time per service job in s";

  static final double BATCH_SHARE = 0.8;
  static final double LONGEST = 1e6;

  private static final double LONGEST_TASK = 1e9;
  private static final Resources TASK = new Resources(1_000, 2L << 30);

  /** Of each workload, on average: half of what a list may have. */
  private static final int MOST_DRAWN = JobList.MAX_JOBS / 2;

  /**
   * The means by which the jobs of a workload are drawn.
   *
   * @param gap seconds between jobs
   * @param duration seconds
   */
  record WorkloadMeans(double gap, double tasks, double duration) {

    /** Of batch jobs, in all the lists that the reference results were made with but one. */
    static final WorkloadMeans BATCH = new WorkloadMeans(10, 100, 100);

    /** Of few large services: list W2 of the reference. */
    static final WorkloadMeans SERVICE = new WorkloadMeans(200, 50, 1_000);

    /** Of many small services: list W1. */
    static final WorkloadMeans SMALL_SERVICE = new WorkloadMeans(20, 10, 500);
  }

  private OmegaParameters() {}

  static Parameter machines() {
    return Parameter.whole("machines", 1_000, 1, 1_000_000, "machines of 4 cpus and 16 GB");
  }

  static Parameter prefill() {
    return Parameter.whole("prefill", 1_200, 0, 10_000_000, "tasks of 1 cpu, 2 GB that never end");
  }

  static Parameter batchJobSeconds(double value) {
    return Parameter.number("batchJobSeconds", value, 0, LONGEST, "think time per batch job");
  }

  static Parameter serviceJobSeconds(double value) {
    return Parameter.number(
        "serviceJobSeconds",
        value,
        0,
        LONGEST,
        "think time per service job; with monolithic-single per any job");
  }

  static Parameter taskSeconds() {
    return Parameter.number("taskSeconds", 0.005, 0, LONGEST, "think time per task of either");
  }

  static Parameter horizonSeconds(double value) {
    return Parameter.number("horizonSeconds", value, 1, 1e8, "how long it runs");
  }

  /**
   * Those of an experiment with drawn jobs.
   *
   * @param more what it sweeps over
   */
  static List<Parameter> of(
      WorkloadMeans batch, WorkloadMeans service, List<Parameter> more, double horizonSeconds) {
    List<Parameter> all = new ArrayList<>();
    all.add(Parameter.file("jobs", JOBS + "; none to draw them as said here"));
    all.addAll(drawing("batch", batch));
    all.addAll(drawing("service", service));
    all.add(machines());
    all.add(prefill());
    all.addAll(more);
    all.add(taskSeconds());
    all.add(horizonSeconds(horizonSeconds));
    all.add(Parameter.seed());
    return List.copyOf(all);
  }

  private static List<Parameter> drawing(String workload, WorkloadMeans means) {
    var of = " of " + workload + " jobs";
    return List.of(
        Parameter.number(
            workload + "GapSeconds",
            means.gap,
            0.001,
            LONGEST_TASK,
            "mean time between arrivals" + of),
        Parameter.number(
            workload + "Tasks", means.tasks, 0.001, 100_000, "mean number of tasks" + of),
        Parameter.number(
            workload + "TaskSeconds", means.duration, 0.001, LONGEST_TASK, "mean duration" + of));
  }

  /** Think times that grow for services and stay as they are for batch jobs. */
  static List<Parameter> sweep(double... serviceJobSeconds) {
    return List.of(
        batchJobSeconds(0.1),
        Parameter.numbers(
            "serviceJobSeconds",
            serviceJobSeconds,
            0,
            LONGEST,
            "think time per service job; on a single path per any job"));
  }

  /** Schedulers that share the state, one for each workload; think times of services are apart. */
  static OmegaSetting base(Settings settings) {
    return setting(
        settings, BATCH_SHARE, new Scheme(Architecture.SHARED, TransactionOptions.STANDARD, 1), 0);
  }

  static OmegaSetting setting(
      Settings settings, double batchShare, Scheme scheme, long serviceJobNs) {
    return new OmegaSetting(
        settings.seed(),
        new CellSize(settings.whole("machines"), settings.whole("prefill"), batchShare),
        scheme,
        new ThinkTimes(
            settings.secondsNs("batchJobSeconds"), serviceJobNs, settings.secondsNs("taskSeconds")),
        settings.secondsNs("horizonSeconds"));
  }

  static TransactionOptions terms(String conflict, String commit) {
    var terms =
        commit.equals("incremental") ? TransactionOptions.STANDARD : TransactionOptions.GANG;
    return conflict.equals("fit") ? terms : terms.coarseGrained();
  }

  /**
   * First all batch jobs, then all services, each in the order of arrival.
   *
   * @param batchRate how many times as fast batch jobs come; those of a file are over as much
   *     sooner
   */
  static List<Listed> jobs(Settings settings, double batchRate) {
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
    try {
      return JobList.read(Path.of(file));
    } catch (UncheckedIOException unreadable) {
      throw new ExperimentFailed("jobs must be a file of jobs: " + unreadable.getMessage());
    }
  }
}
