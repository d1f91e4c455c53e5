package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.JobSpec;
import dev.muster.model.Outcome;
import dev.muster.model.Tier;
import org.jspecify.annotations.Nullable;

/**
 * What a scheduler learns from its own attempts, and changes by that: t_d and p_q, and whose tasks
 * are guaranteed because their estimates are wrong.
 *
 * <p>Delays are measured where both tiers are possible and tasks do not wait for nodes of their
 * choice. All is soft: the next epoch begins with what its operator set.
 */
final class TierSteering {

  private final HybridOptions options;
  private final TierDelays delays = new TierDelays();
  private final StatedEstimates stated = new StatedEstimates();
  private final @Nullable TierController controller;
  private TierRule rule;
  private long steppedNs;

  TierSteering(HybridOptions options) {
    this.options = options;
    this.controller = options.adaptation().steers() ? new TierController(options) : null;
    this.rule = controller == null ? TierRule.given(options) : controller.rule();
  }

  /** What is in force for stages of the policy {@code hybrid}. */
  TierRule rule() {
    return rule;
  }

  StageMeasure measure(StageTasks tasks) {
    return new StageMeasure(delays, stated, tasks);
  }

  private boolean isMeasured(StageTasks tasks) {
    return controller != null
        && tasks.policy().equals(JobSpec.HYBRID)
        && TierChoice.mayBeOpportunistic(options, tasks)
        && !tasks.spec().where().hasPreferences();
  }

  // Estimates.

  /** Whether all tasks of the job are guaranteed because its owner states too little. */
  boolean isDistrusted(JobSpec job) {
    return options.adaptation().distrusts() && stated.isDistrusted(StageMeasure.owner(job));
  }

  /** How many times as long as stated the tasks of the owner take. */
  double ratio(JobSpec job) {
    return stated.ratio(StageMeasure.owner(job));
  }

  // Delays.

  /** Notes what waits in a stage, once all has been placed that can be. */
  void adjusted(long nowNs, HybridStage stage) {
    if (isMeasured(stage.tasks)) {
      delays.advance(nowNs);
      double most = stage.tasks.mayStart() ? stage.tasks.opportunisticAllowance() : 0;
      int held = stage.hand.count(Tier.OPPORTUNISTIC);
      stage.measure.waiting(stage.containers.count(), (int) Math.clamp(most, 0, held));
    }
  }

  void sent(long nowNs, Attempt attempt) {
    if (isMeasured(attempt.stage())) {
      delays.advance(nowNs);
      delays.sent(attempt);
    }
  }

  void started(long nowNs, Attempt attempt) {
    if (isMeasured(attempt.stage())) {
      delays.advance(nowNs);
      delays.started(attempt);
    }
  }

  /**
   * @param ranNs from its launch to its exit; 0 where its node does not know
   */
  void finished(long nowNs, Attempt attempt, Outcome outcome, long ranNs) {
    if (isMeasured(attempt.stage())) {
      delays.advance(nowNs);
      delays.finished(attempt, outcome, ranNs);
    }
    if (outcome == Outcome.SUCCEEDED
        && attempt.stage().isOpen()
        && attempt.stage().stagePlacer() instanceof HybridStage stage) {
      stage.measure.succeeded(ranNs);
    }
  }

  /** Its node has not started it: the time that it waited there is lost. */
  void returned(long nowNs) {
    if (controller != null) {
      delays.advance(nowNs);
    }
  }

  /** However it ended. */
  void ended(Attempt attempt) {
    delays.ended(attempt);
  }

  void beat(long nowNs) {
    if (controller != null && nowNs - steppedNs >= TierController.INTERVAL_NS) {
      steppedNs = nowNs;
      delays.advance(nowNs);
      controller.step(delays.take(Tier.GUARANTEED), delays.take(Tier.OPPORTUNISTIC));
      rule = controller.rule();
    }
  }
}
