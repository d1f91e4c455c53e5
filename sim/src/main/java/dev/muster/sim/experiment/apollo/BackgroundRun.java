package dev.muster.sim.experiment.apollo;

import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.scheduler.place.estimated.CompletionModel;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Jobs in a cell that others use as well: jobs of the mix, with data in the same cell, as many as
 * have a share of the slots as tokens; as one ends another begins. All are under one policy, for
 * the paper compares a cell before and after it was changed.
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
  private static final int SCHEDULERS = 4;

  private final ClickJobs jobs;
  private final DagJobs others;
  private final ModelledMachines machines;
  private final SimCell cell;
  final ClusterLedger ledger;
  final TwinLedger twins = new TwinLedger();

  /** When each job in question was submitted, and how long it took. */
  private final Map<String, Long> submittedNs = new TreeMap<>();

  private final Map<Long, String> keys = new TreeMap<>();
  private final Map<String, Double> seconds = new TreeMap<>();
  private final int wanted;

  /** Of each of the others that has not ended. */
  private final Map<String, Integer> tokens = new TreeMap<>();

  private final int tokensOfOthers;
  private int tokensTaken;
  private int othersBegun;

  /**
   * @param background the share of slots that others have tokens for
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
    this.wanted = wanted;
    this.tokensOfOthers = (int) Math.round(background * nodes * SLOTS);
    var law = ClusterSetting.usual(nodes).withPolicies(List.of(policy));
    this.others = new DagJobs(law.withData(nodes, RACKS.nodesPerRack()), seed);
    this.machines = new ModelledMachines(RACKS, CompletionModel.STANDARD, this, Disturbance.NONE);
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
    fill(BACKGROUND_NS, others::underWay);
    simulation.runUntil(WARM_NS);
    ledger.open();
    for (long untilNs = WARM_NS + STEP_NS; seconds.size() < wanted; untilNs += STEP_NS) {
      if (untilNs > DEADLINE_NS) {
        throw new ExperimentFailed("jobs do not end; set less background");
      }
      simulation.runUntil(untilNs);
      ledger.sample();
      point.at((double) seconds.size() / wanted);
    }
    point.ended(simulation);
    return this;
  }

  /** Others begin while they have fewer tokens than they should. */
  private void fill(long nowNs, Supplier<JobSpec> next) {
    while (tokensTaken < tokensOfOthers) {
      var job = next.get();
      var key = "other-" + othersBegun++;
      tokens.put(key, job.tokens());
      tokensTaken += job.tokens();
      cell.submit(nowNs, key, job);
    }
  }

  private void ended(JobReport report) {
    var key = keys.remove(report.job());
    if (key == null) {
      return;
    }
    long nowNs = cell.simulation().nowNs();
    var fromNs = submittedNs.remove(key);
    if (fromNs != null) {
      seconds.put(key, (nowNs - fromNs) / 1e9);
    }
    var had = tokens.remove(key);
    if (had != null) {
      machines.forget(report.job(), report.stages().size());
      tokensTaken -= had;
      fill(nowNs, others::next);
    }
  }

  /** How long the job took. */
  double seconds(JobSpec job) {
    return seconds.getOrDefault("job-" + job.home(), Double.NaN);
  }

  private static boolean isBackground(Work work) {
    return !ClickJobs.isOne(work);
  }

  @Override
  public long cpuNs(Work work) {
    return isBackground(work) ? others.cpuNs(work) : jobs.cpuNs(work);
  }

  @Override
  public void reads(Work work, TaskReads reads) {
    if (isBackground(work)) {
      others.reads(work, reads);
    } else {
      jobs.reads(work, reads);
    }
  }

  @Override
  public long outputBytes(Work work) {
    return isBackground(work) ? others.outputBytes(work) : jobs.outputBytes(work);
  }
}
