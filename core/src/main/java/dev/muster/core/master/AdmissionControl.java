package dev.muster.core.master;

import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.master.queue.JobQueues;
import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.model.Where;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks whether every task of a job could run somewhere in the cell, and whether the maxima of its
 * queue and the limits of its scheduler allow it.
 */
public final class AdmissionControl {

  private final RegisteredMachines machines;
  private final ConstraintCheck constraintCheck;
  private final GangCapacity gangCapacity;
  private final LimitCheck limitCheck;
  private final MaximumCheck maximumCheck;

  /** Without limits. */
  public AdmissionControl(RegisteredMachines machines) {
    this(machines, new JobQueues(QueueTree.OPEN), List.of());
  }

  /**
   * @param limits of schedulers
   */
  public AdmissionControl(RegisteredMachines machines, JobQueues queues, List<LimitsSet> limits) {
    this.machines = machines;
    this.maximumCheck = new MaximumCheck(machines, queues);
    this.limitCheck = new LimitCheck(limits);
    this.constraintCheck = new ConstraintCheck(machines);
    this.gangCapacity = new GangCapacity(machines);
  }

  /**
   * @param scheduler that would get the job
   */
  public AdmissionResult check(JobSpec job, int scheduler) {
    var tooMuch = limitCheck.problems(job, scheduler);
    var unlimited = check(job);
    return tooMuch.isEmpty() ? unlimited : new AdmissionResult.Infeasible(both(tooMuch, unlimited));
  }

  boolean isWithoutNodes() {
    return machines.isEmpty();
  }

  private static List<String> both(List<String> reasons, AdmissionResult result) {
    List<String> all = new ArrayList<>(reasons);
    switch (result) {
      case AdmissionResult.Unmatched unmatched -> all.addAll(unmatched.reasons());
      case AdmissionResult.Infeasible infeasible -> all.addAll(infeasible.reasons());
      case AdmissionResult.Admitted _, AdmissionResult.Deferred _ -> {}
    }
    return all;
  }

  /** With a scheduler that has no limits. */
  public AdmissionResult check(JobSpec job) {
    if (machines.isEmpty()) {
      return new AdmissionResult.Deferred("no node has joined the cell");
    }
    List<String> unmatched = new ArrayList<>();
    for (var stage : job.stages()) {
      problem(stage).ifPresent(unmatched::add);
    }
    if (!unmatched.isEmpty()) {
      return new AdmissionResult.Unmatched(unmatched);
    }
    var tooMuch = maximumCheck.problems(job);
    return tooMuch.isEmpty()
        ? new AdmissionResult.Admitted()
        : new AdmissionResult.Deferred(String.join("; ", tooMuch));
  }

  /** Why the queue of a job will never take it, whatever the cell has; empty where it may. */
  Optional<String> rejection(JobSpec job) {
    return maximumCheck.rejection(job);
  }

  /**
   * Whether tasks can run only on some of the nodes that are large enough; preferences with
   * patience are no constraint.
   */
  private static boolean isConstrained(Where where) {
    return !where.require().isNothing() || (where.hasPreferences() && where.isFirm());
  }

  /** A problem that nodes which join later could solve. */
  private Optional<String> problem(StageSpec stage) {
    if (!machines.isFeasible(stage.resources())) {
      return Optional.of(constraintCheck.tooSmall(stage).orElseGet(() -> reason(stage)));
    }
    var misplaced =
        isConstrained(stage.where()) ? constraintCheck.problem(stage) : Optional.<String>empty();
    return misplaced.isPresent() || !stage.isGang() ? misplaced : gangCapacity.problem(stage);
  }

  private String reason(StageSpec stage) {
    var shortfall = new Shortfall(stage.resources(), machines.largest()).text();
    var nodes = machines.size() + (machines.size() == 1 ? " node" : " nodes");
    return "each task of stage `"
        + stage.name()
        + "` "
        + shortfall
        + " ("
        + nodes
        + " in the cell)";
  }

  /** The result of admission control, with reasons. */
  public sealed interface AdmissionResult {

    record Admitted() implements AdmissionResult {}

    /** Checked again when the cell or its queues change. */
    record Deferred(String reason) implements AdmissionResult {}

    /**
     * No node that has joined so far is large enough for some tasks and what they require, or too
     * few are for a gang: infeasible, unless others join soon.
     */
    record Unmatched(List<String> reasons) implements AdmissionResult {}

    /** Never, with what its scheduler may hold, whichever nodes join. */
    record Infeasible(List<String> reasons) implements AdmissionResult {}
  }
}
