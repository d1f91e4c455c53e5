package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.JobKind;
import dev.muster.model.Tier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Which tier a task of a stage gets: hybrid-GQ, and what the objectives of the job demand. */
final class TierChoice {

  private final HybridOptions options;
  private final TierSteering steering;
  private final RandomGenerator chance;
  private final StageTasks tasks;
  private final double position;

  /**
   * @param options of the policy of the stage
   * @param position of the stage in its job: 0 where it needs no other, 1 after the longest way
   */
  TierChoice(
      HybridOptions options,
      TierSteering steering,
      RandomGenerator chance,
      StageTasks tasks,
      double position) {
    this.options = options;
    this.steering = steering;
    this.chance = chance;
    this.tasks = tasks;
    this.position = position;
  }

  /** Whether some tasks of the stage may ever be opportunistic. */
  static boolean mayBeOpportunistic(HybridOptions options, StageTasks tasks) {
    boolean someOfPolicy = options.share() > 0 || options.adaptation().steers();
    return someOfPolicy && tasks.isOpportunisticAllowed();
  }

  /** Of one task that waits; drawn anew for each. */
  Tier draw() {
    return mayDraw() && !isDemanded() && chance.nextDouble() < steering.rule().share()
        ? Tier.OPPORTUNISTIC
        : Tier.GUARANTEED;
  }

  /** Whether some may be opportunistic now: they are short, and their owner is trusted. */
  boolean mayDraw() {
    return isShort() && !isDistrusted();
  }

  /** For all that is known; those of unknown length are not. */
  private boolean isShort() {
    long expectedNs = tasks.meanTaskNs();
    return mayBeOpportunistic(options, tasks)
        && expectedNs > 0
        && expectedNs < steering.rule().belowNs();
  }

  /** Whether all are guaranteed because the owner of the job states less than tasks take. */
  boolean isDistrusted() {
    return mayBeOpportunistic(options, tasks) && steering.isDistrusted(tasks.jobSpec());
  }

  /** How many times as long as stated the tasks of the owner of the job take. */
  double ratio() {
    return steering.ratio(tasks.jobSpec());
  }

  /** What is in force for tasks of the stage; null where all are guaranteed in any case. */
  @Nullable TierRule rule() {
    return mayBeOpportunistic(options, tasks) ? steering.rule() : null;
  }

  private boolean isDemanded() {
    var objectives = options.objectives();
    return (objectives.services() && tasks.jobSpec().kind() == JobKind.SERVICE)
        || position >= objectives.lateFrom()
        || (objectives.progressFrom() <= 1 && tasks.progressOfJob() >= objectives.progressFrom());
  }
}
