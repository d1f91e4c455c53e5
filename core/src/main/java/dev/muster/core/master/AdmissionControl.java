package dev.muster.core.master;

import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.model.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges whether every task of a job could run somewhere in the cell, and whether its scheduler may
 * hold as much as it needs.
 */
public final class AdmissionControl {

  private final RegisteredMachines cell;
  private final ConstraintCheck constraintCheck;
  private final GangCapacity gangCapacity;
  private final LimitCheck limitCheck;

  /** Without limits for anybody. */
  public AdmissionControl(RegisteredMachines cell) {
    this(cell, List.of());
  }

  /**
   * @param limits what schedulers may hold
   */
  public AdmissionControl(RegisteredMachines cell, List<LimitsSet> limits) {
    this.cell = cell;
    this.limitCheck = new LimitCheck(limits);
    this.constraintCheck = new ConstraintCheck(cell);
    this.gangCapacity = new GangCapacity(cell);
  }

  /**
   * @param scheduler who has the job
   */
  public AdmissionResult check(JobSpec job, int scheduler) {
    var tooMuch = limitCheck.problems(job, scheduler);
    var elsewise = check(job);
    return tooMuch.isEmpty() ? elsewise : new AdmissionResult.Infeasible(both(tooMuch, elsewise));
  }

  private static List<String> both(List<String> reasons, AdmissionResult verdict) {
    List<String> all = new ArrayList<>(reasons);
    switch (verdict) {
      case AdmissionResult.Unmatched unmatched -> all.addAll(unmatched.reasons());
      case AdmissionResult.Infeasible infeasible -> all.addAll(infeasible.reasons());
      case AdmissionResult.Admitted _, AdmissionResult.Deferred _ -> {}
    }
    return all;
  }

  /** With a scheduler that may hold all there is. */
  public AdmissionResult check(JobSpec job) {
    if (cell.isEmpty()) {
      return new AdmissionResult.Deferred("no node has joined the cell");
    }
    List<String> tooLarge = new ArrayList<>();
    List<String> unmatched = new ArrayList<>();
    for (var stage : job.stages()) {
      if (!cell.feasible(stage.resources())) {
        tooLarge.add(constraintCheck.tooSmall(stage).orElseGet(() -> reason(stage)));
      } else {
        problem(stage).ifPresent(unmatched::add);
      }
    }
    if (!tooLarge.isEmpty()) {
      tooLarge.addAll(unmatched);
      return new AdmissionResult.Infeasible(tooLarge);
    }
    return unmatched.isEmpty()
        ? new AdmissionResult.Admitted()
        : new AdmissionResult.Unmatched(unmatched);
  }

  /**
   * Whether its tasks can run only on some of the nodes that are large enough: wishes alone do not
   * bind.
   */
  private static boolean isBound(Where where) {
    return !where.require().isNothing() || (where.hasPreferences() && where.isFirm());
  }

  /** What nodes that join later could mend. */
  private Optional<String> problem(StageSpec stage) {
    var misplaced =
        isBound(stage.where()) ? constraintCheck.problem(stage) : Optional.<String>empty();
    return misplaced.isPresent() || !stage.gang() ? misplaced : gangCapacity.problem(stage);
  }

  private String reason(StageSpec stage) {
    var nodes = cell.size() == 1 ? " node" : " nodes";
    return "each task of stage `"
        + stage.name()
        + "` "
        + new Shortfall(stage.resources(), cell.largest()).text()
        + " ("
        + cell.size()
        + nodes
        + " in the cell)";
  }
}
