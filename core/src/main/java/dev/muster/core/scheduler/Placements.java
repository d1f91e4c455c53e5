package dev.muster.core.scheduler;

import dev.muster.core.actor.Effects;
import dev.muster.core.scheduler.place.Approach;
import dev.muster.core.scheduler.place.Policy;

/** Gets the waiting tasks of each job to nodes, in the way that the job wants. */
final class Placements {

  private final Policy policy;
  private final Reservations reservations;
  private final Rounds rounds;
  private final Committer committer;

  /**
   * @param policy of all jobs but those that claim room in the state of the cell
   */
  Placements(Policy policy, Reservations reservations, Rounds rounds, Committer committer) {
    this.policy = policy;
    this.reservations = reservations;
    this.rounds = rounds;
    this.committer = committer;
  }

  /** After anything that may have changed what the job needs in this stage. */
  void adjust(long nowNs, JobManager job, StagePlan stage, Effects out) {
    if (stage.complete() || job.stagesDepend()) {
      adjust(nowNs, job, out);
    } else {
      adjustStage(nowNs, job, stage, out);
    }
  }

  void adjust(long nowNs, JobManager job, Effects out) {
    for (int index = 0; index < job.stageCount(); index++) {
      adjustStage(nowNs, job, job.stage(index), out);
    }
  }

  private void adjustStage(long nowNs, JobManager job, StagePlan stage, Effects out) {
    if (job.commits()) {
      committer.adjust(nowNs, job, stage, out);
    } else if (policy.approach() == Approach.RESERVE) {
      reservations.adjust(nowNs, job, stage, out);
    } else {
      rounds.place(nowNs, job, stage, out);
    }
  }

  void beat(long nowNs, Effects out) {
    rounds.beat(nowNs, out);
    committer.beat(nowNs, out);
  }
}
