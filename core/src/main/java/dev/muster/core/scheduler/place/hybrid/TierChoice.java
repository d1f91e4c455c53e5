package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.JobKind;
import dev.muster.model.Tier;
import java.util.random.RandomGenerator;

/** Which tier a task of a stage gets: hybrid-GQ, and what the objectives of the job demand. */
final class TierChoice {

  private final HybridOptions options;
  private final RandomGenerator chance;
  private final StageTasks tasks;
  private final double position;

  /**
   * @param position of the stage in its job: 0 where it needs no other, 1 after the longest way
   */
  TierChoice(HybridOptions options, RandomGenerator chance, StageTasks tasks, double position) {
    this.options = options;
    this.chance = chance;
    this.tasks = tasks;
    this.position = position;
  }

  /** Whether some tasks of the stage may ever be opportunistic. */
  static boolean mayBeOpportunistic(HybridOptions options, StageTasks tasks) {
    return options.share() > 0 && tasks.isOpportunisticAllowed();
  }

  /** Of one task that waits; drawn anew for each. */
  Tier draw() {
    return isShort() && !isDemanded() && chance.nextDouble() < options.share()
        ? Tier.OPPORTUNISTIC
        : Tier.GUARANTEED;
  }

  /** Whether tasks are short, for all that is known; those of unknown length are not. */
  boolean isShort() {
    long expectedNs = tasks.meanTaskNs();
    return mayBeOpportunistic(options, tasks) && expectedNs > 0 && expectedNs < options.belowNs();
  }

  private boolean isDemanded() {
    var objectives = options.objectives();
    return (objectives.services() && tasks.jobSpec().kind() == JobKind.SERVICE)
        || position >= objectives.lateFrom()
        || (objectives.progressFrom() <= 1 && tasks.progressOfJob() >= objectives.progressFrom());
  }
}
