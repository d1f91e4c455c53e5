package dev.muster.sim.experiment.parsync;

import dev.muster.core.actor.Work;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.JobRejected;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.Network;
import dev.muster.sim.drive.NodeMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.drive.Simulation;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.workload.TaskTimes;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Takes work through a cell. */
final class Run implements Machines {

  /** When the work begins: all machines have joined by then. A whole number of gaps. */
  static final long START_NS = 10_000_000_000L;

  /** How often it is asked whether a run is over. */
  private static final long LOOK_NS = 100_000_000L;

  private final Flow flow;
  private final Arrivals arrivals;
  private final Wants wants;
  private final TaskTimes times;
  private final Meter meter;
  private final SimCell cell;
  private long submitted;

  Run(Setup setup, Flow flow, Tape tape) {
    this.flow = flow;
    this.arrivals = new Arrivals(flow, setup.schedulers());
    this.wants = new Wants(setup.seed(), setup.slots());
    this.times = new TaskTimes(setup.seed(), flow.times());
    this.meter = new Meter(tape, setup.schedulers());
    this.cell =
        new SimCell(
            setup.cell(),
            NodeMaker.PRODUCTION,
            new Network.Fixed(setup.delayNs()),
            this,
            setup::skewNs,
            meter,
            this::hear);
    meter.readTimeFrom(() -> simulation().nowNs() - START_NS);
  }

  /** Until all tasks have room; whether they do by then. */
  boolean untilPlaced(double seconds, Experiment.Progress progress) {
    return until(seconds, () -> meter.waiting() == 0, progress);
  }

  /** Until all tasks have run; whether they have by then. */
  boolean untilEnded(double seconds, Experiment.Progress progress) {
    return until(seconds, () -> meter.jobs() == 0, progress);
  }

  private boolean until(double seconds, BooleanSupplier isOver, Experiment.Progress progress) {
    long limitNs = Math.round(seconds * 1e9);
    for (long atNs = LOOK_NS; atNs <= limitNs && !isDone(isOver); atNs += LOOK_NS) {
      submitUntil(atNs);
      simulation().runUntil(START_NS + atNs);
      progress.at((double) atNs / limitNs);
    }
    progress.at(1);
    return isDone(isOver);
  }

  private boolean isDone(BooleanSupplier isOver) {
    return submitted > 0 && arrivals.isOver() && isOver.getAsBoolean();
  }

  private void submitUntil(long untilNs) {
    while (!arrivals.isOver()) {
      int scheduler = arrivals.scheduler();
      long atNs = arrivals.atNs(scheduler);
      if (atNs > untilNs) {
        return;
      }
      cell.submit(START_NS + atNs, Long.toString(submitted++), job(scheduler));
      arrivals.advance(scheduler);
    }
  }

  private JobSpec job(int scheduler) {
    var where = wants.next(flow.tasks(), flow.preferred());
    var stage = StageSpec.of("s", flow.tasks(), Setup.SLOT, List.of("modelled")).withWhere(where);
    return JobSpec.of(Integer.toString(scheduler), stage).withPolicy(JobSpec.PARTITIONED);
  }

  private void hear(ClientEvent news) {
    if (news instanceof JobEnded ended) {
      end(ended.report());
    } else if (news instanceof JobRejected refused) {
      throw new ExperimentFailed("the cell refused a job: " + refused.why());
    }
  }

  private void end(JobReport report) {
    if (report.state() != JobState.SUCCEEDED) {
      throw new ExperimentFailed("a job did not succeed: " + report);
    }
    meter.ended(report.job(), report.stages().getFirst().placed().preferred());
  }

  @Override
  public long durationNs(int node, Work work) {
    long durationNs = times.durationNs(work);
    var open = meter.of(work.job());
    if (flow.speedup() < 1 && open.where().preferredBy(work.index()).contains(node)) {
      durationNs = Math.round(flow.speedup() * durationNs);
    }
    open.job().runNs += durationNs;
    return durationNs;
  }

  Simulation simulation() {
    return cell.simulation();
  }

  /** When the last task got room that has any. */
  double placedSeconds() {
    return meter.lastPlacedNs() / 1e9;
  }
}
