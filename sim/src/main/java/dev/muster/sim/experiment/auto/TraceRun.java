package dev.muster.sim.experiment.auto;

import dev.muster.core.actor.Work;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.experiment.JobAnswers;
import dev.muster.sim.experiment.PointRun;
import dev.muster.workload.TimedJobs.TimedJob;
import java.util.List;

/** One run of a list of jobs through a cell of machines with one slot each. */
final class TraceRun implements Machines {

  /** What each task needs, and each machine has. */
  static final Resources SLOT = new Resources(1_000, 1L << 30);

  /** When the first job comes: all machines have joined by then. */
  private static final long START_NS = 10_000_000_000L;

  private final List<TimedJob> jobs;
  private final TraceLedger ledger;
  private final SimCell cell;
  private int ended;

  /**
   * @param estimateNs what the cell is told of the time of each task, by job
   * @param delayNs of every message, one way
   */
  TraceRun(List<TimedJob> jobs, long[] estimateNs, CellSpec spec, String policy, long delayNs) {
    this.jobs = jobs;
    this.ledger = new TraceLedger(jobs, spec.nodes(), spec.schedulers());
    this.cell =
        SimCell.calm(
            spec,
            SchedulerMaker.PRODUCTION,
            delayNs,
            this,
            ledger,
            new JobAnswers(_ -> {}, _ -> ended++));
    ledger.readTimeFrom(cell.simulation()::nowNs);
    for (int index = 0; index < jobs.size(); index++) {
      var job = jobs.get(index);
      var stage =
          StageSpec.of("s", job.taskNs().length, SLOT, List.of("modelled"))
              .withEstimate(Math.max(1, estimateNs[index]));
      var asked =
          JobSpec.of(job.isLong() ? "long" : "short", stage)
              .withHome(Integer.toString(index))
              .withPolicy(policy);
      cell.submit(START_NS + job.arrivalNs(), Integer.toString(index), asked);
    }
  }

  @Override
  public long durationNs(int node, Work work) {
    int job = Integer.parseInt(work.home());
    long durationNs = jobs.get(job).taskNs()[work.index()];
    ledger.launched(job, durationNs);
    return durationNs;
  }

  /** Until all jobs have ended. */
  TraceResult run(PointRun point) {
    var simulation = cell.simulation();
    while (ended < jobs.size() && simulation.stepUntil(Long.MAX_VALUE)) {
      point.at((double) ended / jobs.size());
    }
    point.ended(simulation);
    return ledger.result();
  }
}
