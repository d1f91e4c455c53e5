package dev.muster.sim.replay;

import dev.muster.core.scheduler.place.estimated.EstimatedOptions;
import dev.muster.model.JobSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.JobAnswers;
import dev.muster.sim.machine.Disturbance;
import dev.muster.sim.machine.ModelledMachines;
import dev.muster.sim.machine.Racks;
import dev.muster.workload.workflow.Workflow;

/** A workflow in a calm cell, under a policy of production. */
public final class WorkflowReplay {

  /** The list schedule that is computed for comparison, in place of a policy. */
  public static final String HEFT = "heft";

  /** Of every message, one way. */
  static final long DELAY_NS = 500_000;

  /** When the job is submitted: all nodes have joined. */
  private static final long SUBMIT_NS = 5_000_000_000L;

  /** A job that takes so often the time of all its tasks, one after the other, is stuck. */
  private static final int MAX_SLOWDOWN = 10;

  private final Workflow workflow;
  private final ReplayCell cell;
  private final ModelledMachines machines;
  private boolean ended;

  private WorkflowReplay(Workflow workflow, ReplayCell cell) {
    this.workflow = workflow;
    this.cell = cell;
    this.machines =
        new ModelledMachines(
            Racks.NONE, cell.bandwidths(), new WorkflowTasks(workflow), Disturbance.NONE);
  }

  /** Runs the workflow under a policy, or computes the schedule of {@link #HEFT}. */
  public static ReplayResult run(Workflow workflow, ReplayCell cell, String policy) {
    cell.mustFit(workflow);
    return policy.equals(HEFT)
        ? Heft.schedule(workflow, cell)
        : new WorkflowReplay(workflow, cell).toEnd(policy);
  }

  private ReplayResult toEnd(String policy) {
    JobSpec job = WorkflowJob.of(workflow).withPolicy(policy);
    var spec =
        CellSpec.of(cell.seed(), cell.nodes(), cell.each())
            .with(EstimatedOptions.STANDARD.with(cell.bandwidths()));
    var simulated =
        SimCell.calm(
            spec,
            SchedulerMaker.PRODUCTION,
            DELAY_NS,
            machines,
            machines,
            new JobAnswers(_ -> {}, _ -> ended = true));
    var simulation = simulated.simulation();
    simulated.submit(SUBMIT_NS, "replay", job);
    while (!ended) {
      if (simulation.nowNs() / MAX_SLOWDOWN > machines.busyNs() + SUBMIT_NS) {
        throw new ExperimentFailed(
            "workflow `%s` does not end under %s".formatted(workflow.name(), policy));
      }
      simulation.step();
    }
    long makespanNs = simulation.nowNs() - SUBMIT_NS;
    return result(policy, makespanNs, machines.reads().moved(), workflow, cell);
  }

  static ReplayResult result(
      String policy, long makespanNs, long movedBytes, Workflow workflow, ReplayCell cell) {
    double utilisation = makespanNs == 0 ? 0 : cell.workNs(workflow) / makespanNs;
    return new ReplayResult(policy, makespanNs, movedBytes, utilisation);
  }
}
