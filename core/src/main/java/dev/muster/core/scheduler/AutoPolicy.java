package dev.muster.core.scheduler;

import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Elastic;
import dev.muster.model.ExternalInput;
import dev.muster.model.JobKind;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import dev.muster.model.WeakestTier;

/**
 * Which policy a stage gets under {@code auto}, and why: the first rule that holds.
 *
 * <pre>
 *   service, gang, elastic ─► claims: whether there is room, only a view of the whole cell says
 *   firm preferences, scored nodes ─► claims that draw nodes by their scores
 *   large inputs in known places, estimates ─► where the task is expected to be done first
 *   fewer tokens than tasks, estimates ─► the same: its other tasks are opportunistic
 *   anything else ─► reservations: least work per task, and no estimate is needed
 * </pre>
 *
 * <p>{@code docs/auto.md} has the rules as a table, with what each was measured on. A rule looks at
 * the job and at facts of the cell that seldom change: another scheduler that takes the job over
 * chooses the same, or another policy of which either may go on with what the other began.
 *
 * <p>A further policy is a constant of {@link PolicyMode}, and a rule before the last. One that
 * starts opportunistic tasks says so by its {@link PolicyMode#weakest} tier.
 */
final class AutoPolicy {

  /** From so many nodes on a replica of the whole cell is too much to refresh at a time. */
  static final int LARGE_CELL = 10_000;

  /** What a task reads at the least for it to matter where: a second or more over a network. */
  static final long LARGE_INPUT_BYTES = 128L << 20;

  /** The attribute by which the operator of a cell says how good a node is. */
  static final String SCORE = "score";

  /** When a task and its node are brought together. */
  enum Binding {
    EARLY,
    LATE
  }

  /** A policy, and how its tasks start. */
  enum PolicyMode {
    SAMPLED(JobSpec.SAMPLED, Tier.GUARANTEED, Binding.LATE),
    SHARED(JobSpec.SHARED, Tier.GUARANTEED, Binding.EARLY),
    PARTITIONED(JobSpec.PARTITIONED, Tier.GUARANTEED, Binding.EARLY),
    ESTIMATED(JobSpec.ESTIMATED, Tier.OPPORTUNISTIC, Binding.EARLY);

    final String policy;

    /** The weakest tier in which tasks may start. */
    final Tier weakest;

    final Binding binding;

    PolicyMode(String policy, Tier weakest, Binding binding) {
      this.policy = policy;
      this.weakest = weakest;
      this.binding = binding;
    }
  }

  /** What was chosen for a stage. */
  record PolicyChoice(PolicyMode way, String reason) {}

  /**
   * What matters of the cell.
   *
   * @param isScored whether its operator scores nodes
   */
  record CellFacts(int nodes, boolean isScored) {

    static CellFacts of(CellNodes nodes) {
      return of(nodes.view());
    }

    private static CellFacts of(View view) {
      boolean isScored = false;
      for (int at = 0; at < view.size() && !isScored; at++) {
        isScored = !view.attribute(at, SCORE).isEmpty();
      }
      return new CellFacts(view.size(), isScored);
    }

    boolean isLarge() {
      return nodes >= LARGE_CELL;
    }
  }

  private AutoPolicy() {}

  static PolicyChoice choose(JobSpec job, StageSpec stage, CellNodes nodes) {
    boolean mayMatter = stage.where().hasPreferences() || job.elastic() != Elastic.NO;
    return choose(job, stage, mayMatter ? CellFacts.of(nodes) : new CellFacts(0, false));
  }

  static PolicyChoice choose(JobSpec job, StageSpec stage, CellFacts cell) {
    if (job.kind() == JobKind.SERVICE) {
      return new PolicyChoice(PolicyMode.SHARED, "services claim room for good, over all racks");
    }
    if (stage.isGang()) {
      return new PolicyChoice(PolicyMode.SHARED, "a gang needs room for all of its tasks at once");
    }
    if (job.elastic() != Elastic.NO) {
      return cell.isLarge()
          ? new PolicyChoice(
              PolicyMode.PARTITIONED,
              "elastic jobs need a view of what is idle, of a large cell part by part")
          : new PolicyChoice(PolicyMode.SHARED, "elastic jobs need a view of what is idle");
    }
    var where = stage.where();
    if (where.hasPreferences() && where.isFirm() && cell.isScored()) {
      return new PolicyChoice(
          PolicyMode.PARTITIONED,
          "its tasks insist on nodes, and the nodes of this cell have scores");
    }
    boolean isEstimated = !where.hasPreferences() && stage.limits().estimateNs() > 0;
    if (isEstimated && readsMuch(stage)) {
      return new PolicyChoice(
          PolicyMode.ESTIMATED,
          "its tasks read much from known places, and their time is estimated");
    }
    if (isEstimated && stage.tier() != WeakestTier.GUARANTEED && job.tokens() < stage.tasks()) {
      return new PolicyChoice(
          PolicyMode.ESTIMATED, "tasks beyond the tokens of the job may use what is idle");
    }
    return new PolicyChoice(
        PolicyMode.SAMPLED,
        where.hasPreferences()
            ? "nodes that tasks prefer are reserved task by task"
            : "any node will do, and the first that is free is best");
  }

  /** Whether the average task reads so much, of inputs that are somewhere in particular. */
  private static boolean readsMuch(StageSpec stage) {
    double bytes = 0;
    for (var input : stage.inputs()) {
      if (!input.on().isEmpty()) {
        bytes +=
            input.task() == ExternalInput.EVERY_TASK
                ? (double) input.bytes() * stage.tasks()
                : input.bytes();
      }
    }
    return bytes >= (double) LARGE_INPUT_BYTES * stage.tasks();
  }
}
