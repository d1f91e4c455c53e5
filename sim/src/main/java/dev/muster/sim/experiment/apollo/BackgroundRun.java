package dev.muster.sim.experiment.apollo;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.scheduler.place.estimated.CompletionModel;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.JobAnswers;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.machine.Disturbance;
import dev.muster.sim.machine.ModelledMachines;
import dev.muster.sim.machine.RackLayout;
import dev.muster.sim.machine.TaskModel;
import dev.muster.sim.machine.TaskReads;
import dev.muster.workload.Distribution;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.TaskTimes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Jobs in a cell that others use as well: small jobs of tasks that may run anywhere, which come at
 * random and keep a share of the slots busy. All are under one policy, for the paper compares a
 * cell before and after it was changed.
 */
final class BackgroundRun implements TaskModel {

  static final RackLayout RACKS = new RackLayout(20);

  private static final long S = 1_000_000_000;
  private static final long DELAY_NS = 500_000;
  private static final long BACKGROUND_NS = 2 * S;

  /** The cell is as busy by then as it will be. */
  private static final long WARM_NS = 120 * S;

  private static final long DEADLINE_NS = 20_000 * S;
  private static final long STEP_NS = 10 * S;
  private static final long SELDOM_NS = 60 * S;
  private static final int SLOTS = 10;
  private static final int TASKS = 10;
  private static final double TASK_NS = 20e9;
  private static final String HOME = "background";
  private static final int SCHEDULERS = 4;

  private final ClickJobs jobs;
  private final String policy;
  private final TaskTimes times;
  private final PoissonArrivals arrivals;
  private final SimCell cell;
  final ClusterLedger ledger;
  final TwinLedger twins = new TwinLedger();

  /** When each job in question was submitted, and how long it took. */
  private final Map<String, Long> submittedNs = new TreeMap<>();

  private final Map<Long, String> keys = new TreeMap<>();
  private final Map<String, Double> seconds = new TreeMap<>();
  private final int wanted;
  private long others;

  /**
   * @param background the share of slots that others use
   * @param wanted how many jobs in question there will be
   */
  BackgroundRun(
      long seed,
      int nodes,
      double background,
      int wanted,
      ClickJobs jobs,
      String policy,
      SchedulerMaker schedulers) {
    this.jobs = jobs;
    this.policy = policy;
    this.wanted = wanted;
    this.times = new TaskTimes(seed, new Distribution.Exponential(TASK_NS));
    double gapNs = TASKS * TASK_NS / (nodes * SLOTS * background);
    this.arrivals = new PoissonArrivals(gapNs, Chance.of(seed, "background"));
    var machines = new ModelledMachines(RACKS, CompletionModel.STANDARD, this, Disturbance.NONE);
    this.ledger = new ClusterLedger(nodes, SLOTS, work -> isBackground(work) ? 1 : 0);
    var spec =
        CellSpec.of(seed, nodes, new Resources(SLOTS * 1_000, 64L << 30))
            .withSchedulers(SCHEDULERS)
            .withTiming(Timing.seldom(SELDOM_NS))
            .withAttributes(RACKS.attributes(nodes));
    this.cell =
        SimCell.calm(
            spec,
            schedulers,
            DELAY_NS,
            machines,
            machines.and(ledger.and(twins)),
            new JobAnswers(accepted -> keys.put(accepted.job(), accepted.key()), this::ended));
    ledger.readTimeFrom(cell.simulation()::nowNs);
    twins.readTimeFrom(cell.simulation()::nowNs);
    ledger.count(WARM_NS, DEADLINE_NS);
  }

  /** Submits a job so long after the cell has warmed up. */
  void submit(long afterNs, JobSpec job) {
    var key = "job-" + job.home();
    submittedNs.put(key, WARM_NS + afterNs);
    cell.submit(WARM_NS + afterNs, key, job);
  }

  /** Until all jobs in question have ended. */
  BackgroundRun toEnd(PointRun point) {
    var simulation = cell.simulation();
    long nextNs = BACKGROUND_NS;
    for (long untilNs = STEP_NS; seconds.size() < wanted; untilNs += STEP_NS) {
      if (untilNs > DEADLINE_NS) {
        throw new ExperimentFailed("jobs do not end; set less background");
      }
      while (nextNs <= untilNs) {
        cell.submit(nextNs, HOME + others++, background());
        nextNs = BACKGROUND_NS + arrivals.nextNs();
      }
      simulation.runUntil(untilNs);
      point.at((double) seconds.size() / wanted);
    }
    point.ended(simulation);
    return this;
  }

  private JobSpec background() {
    return JobSpec.of(
            HOME,
            StageSpec.of("s", TASKS, DagJobs.SLOT, List.of("modelled"))
                .withEstimate(Math.round(TASK_NS)))
        .withHome(HOME)
        .withPolicy(policy);
  }

  private void ended(JobReport report) {
    var key = keys.remove(report.job());
    var fromNs = key == null ? null : submittedNs.remove(key);
    if (key != null && fromNs != null) {
      seconds.put(key, (cell.simulation().nowNs() - fromNs) / 1e9);
    }
  }

  /** How long the job took. */
  double seconds(JobSpec job) {
    return seconds.getOrDefault("job-" + job.home(), Double.NaN);
  }

  private static boolean isBackground(Work work) {
    return work.home().equals(HOME);
  }

  @Override
  public long cpuNs(Work work) {
    return isBackground(work) ? times.durationNs(work) : jobs.cpuNs(work);
  }

  @Override
  public void reads(Work work, TaskReads reads) {
    if (!isBackground(work)) {
      jobs.reads(work, reads);
    }
  }

  @Override
  public long outputBytes(Work work) {
    return isBackground(work) ? 0 : jobs.outputBytes(work);
  }
}
