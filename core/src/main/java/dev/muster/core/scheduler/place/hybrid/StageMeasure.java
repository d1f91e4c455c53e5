package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.JobSpec;
import dev.muster.model.Tier;

/** What one stage adds to what is measured: tasks that wait, and how its estimate turned out. */
final class StageMeasure {

  /** Of so many tasks that succeeded the median is the vote of the stage: the latest. */
  static final int WINDOW = 32;

  private final TierDelays delays;
  private final StatedEstimates stated;
  private final StageTasks tasks;
  private int guaranteed;
  private int opportunistic;
  private double[] ratios = {};
  private int noted;

  StageMeasure(TierDelays delays, StatedEstimates stated, StageTasks tasks) {
    this.delays = delays;
    this.stated = stated;
    this.tasks = tasks;
  }

  /** Who answers for the estimates of a job: its user, else its queue. */
  static String owner(JobSpec job) {
    return job.user().isEmpty() ? "queue " + job.queue() : "user " + job.user();
  }

  /** So many tasks wait that are not at a node. */
  void waiting(int forContainers, int forNodes) {
    delays.waiting(Tier.GUARANTEED, forContainers - guaranteed);
    delays.waiting(Tier.OPPORTUNISTIC, forNodes - opportunistic);
    guaranteed = forContainers;
    opportunistic = forNodes;
  }

  /** A task has succeeded that took so long. */
  void succeeded(long ranNs) {
    long statedNs = tasks.spec().limits().estimateNs();
    if (statedNs > 0 && ranNs > 0) {
      ratios = ratios.length == 0 ? new double[WINDOW] : ratios;
      ratios[noted % WINDOW] = StrictMath.log((double) ranNs / statedNs);
      noted = noted + 1 == 2 * WINDOW ? WINDOW : noted + 1;
    }
  }

  /** Nothing more comes of the stage. */
  void close() {
    waiting(0, 0);
    if (noted > 0) {
      var vote = StatedEstimates.median(ratios, Math.min(noted, WINDOW));
      stated.note(owner(tasks.jobSpec()), vote);
      noted = 0;
    }
  }
}
