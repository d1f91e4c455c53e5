package dev.muster.sim.replay;

import static java.util.Objects.requireNonNull;

import dev.muster.core.actor.Event;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.Notice.JobStarted;
import dev.muster.core.event.Notice.TaskExplained;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.ExplainTask;
import dev.muster.core.scheduler.place.estimated.EstimatedOptions;
import dev.muster.model.Explanation;
import dev.muster.model.JobSpec;
import dev.muster.model.TaskId;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.drive.Simulation;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.JobAnswers;
import dev.muster.sim.machine.Disturbance;
import dev.muster.sim.machine.ModelledMachines;
import dev.muster.sim.machine.RackLayout;
import dev.muster.workload.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A workflow in a calm cell, under a policy of production. */
public final class WorkflowReplay {

  /** The list schedule that is computed for comparison, in place of a policy. */
  public static final String HEFT = "heft";

  /** Of every message, one way. */
  static final long DELAY_NS = 500_000;

  /** When the job is submitted: all nodes have joined. */
  private static final long SUBMIT_NS = 5_000_000_000L;

  /** How long after the start of the job a task that still waits is asked what for. */
  private static final long ASK_AFTER_NS = 100_000_000;

  /** A job that takes so often the time of all its tasks, one after the other, is stuck. */
  private static final int MAX_SLOWDOWN = 10;

  private final Workflow workflow;
  private final ReplayCell cell;
  private final ModelledMachines machines;
  private boolean ended;
  private @Nullable TaskId asked;
  private final List<ReplayReason> reasons = new ArrayList<>();

  private WorkflowReplay(Workflow workflow, ReplayCell cell) {
    this.workflow = workflow;
    this.cell = cell;
    this.machines =
        new ModelledMachines(
            RackLayout.NONE, cell.bandwidths(), new WorkflowTasks(workflow), Disturbance.NONE);
  }

  /** Runs the workflow under a policy, or computes the schedule of {@link #HEFT}. */
  public static ReplayResult run(Workflow workflow, ReplayCell cell, String policy) {
    cell.mustFit(workflow);
    return policy.equals(HEFT)
        ? Heft.schedule(workflow, cell)
        : new WorkflowReplay(workflow, cell).toEnd(policy);
  }

  /** The workflow as the job that is run. */
  public static JobSpec job(Workflow workflow, String policy) {
    return WorkflowJob.of(workflow).withPolicy(policy);
  }

  /**
   * Why a task of the {@link #job} was placed where it was, and what it waited for soon after the
   * submission if it did; the run is the same.
   */
  public static List<ReplayReason> explain(
      Workflow workflow, ReplayCell cell, String policy, TaskId task) {
    cell.mustFit(workflow);
    var replay = new WorkflowReplay(workflow, cell);
    replay.asked = task;
    replay.toEnd(policy);
    return replay.reasons;
  }

  /**
   * @param atNs since the submission
   */
  public record ReplayReason(long atNs, Explanation why) {}

  private ReplayResult toEnd(String policy) {
    var plain = job(workflow, policy);
    var job = asked == null ? plain : plain.asExplained();
    var answers = new JobAnswers(_ -> {}, _ -> ended = true);
    var spec =
        CellSpec.of(cell.seed(), cell.nodes(), cell.each())
            .with(EstimatedOptions.STANDARD.with(cell.bandwidths()));
    var simulated =
        SimCell.calm(spec, SchedulerMaker.PRODUCTION, DELAY_NS, machines, machines, answers);
    var simulation = simulated.simulation();
    if (asked != null) {
      simulation.listen(event -> heard(simulation, event, answers));
    }
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

  /** The job is asked about once, soon after its start; its placements are told unasked. */
  private void heard(Simulation simulation, Event event, JobAnswers answers) {
    switch (event) {
      case ClientEvent answer -> answers.accept(answer);
      case JobStarted started ->
          simulation.at(
              simulation.nowNs() + ASK_AFTER_NS, () -> askIfWaiting(simulation, started.job()));
      case TaskExplained one
          when new TaskId(one.stage(), one.index()).equals(asked)
              && (one.why().waiting() != null || one.why().isPlaced()) ->
          reasons.add(new ReplayReason(simulation.nowNs() - SUBMIT_NS, one.why()));
      default -> {}
    }
  }

  private void askIfWaiting(Simulation simulation, long job) {
    var task = requireNonNull(asked);
    if (reasons.isEmpty()) {
      simulation.post(
          simulation.nowNs(),
          SchedulerEvent.at(0),
          new ExplainTask(job, task.stage(), task.index()));
    }
  }

  static ReplayResult result(
      String policy, long makespanNs, long movedBytes, Workflow workflow, ReplayCell cell) {
    double utilisation = makespanNs == 0 ? 0 : cell.workNs(workflow) / makespanNs;
    return new ReplayResult(policy, makespanNs, movedBytes, utilisation);
  }
}
