package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.actor.Effects;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.TierState;
import dev.muster.core.scheduler.place.hybrid.StageContainers.StageContainer;
import java.util.TreeSet;

/**
 * Opportunistic attempts that have run for long become guaranteed, so that their work is not lost:
 * the master is asked for a container on the very node, under the number of the attempt, and once
 * the cell state has it the node is asked to promote the attempt.
 */
final class Promotions {

  /** How many attempts of a stage are to be promoted at once. */
  static final int MAX_OF_STAGE = 16;

  private final HybridOptions options;

  /** The attempts that have a container and began without one. */
  private final TreeSet<Long> claimed = new TreeSet<>();

  Promotions(HybridOptions options) {
    this.options = options;
  }

  /** Asks for containers for those that have run for long enough, and nodes that declined again. */
  void beat(long nowNs, HybridStage stage, Effects out) {
    if (options.promoteAfterNs() == HybridOptions.NEVER || !stage.tasks.mayStart()) {
      return;
    }
    var attempts = stage.tasks.attempts();
    for (var one = attempts.first(); one != null; one = attempts.after(one)) {
      if (one.tierState() == TierState.OPPORTUNISTIC && one.state() == AttemptState.PLACED) {
        if (one.isClaimed()) {
          stage.tasks.promote(one, out);
        } else if (isDue(nowNs, stage, one)) {
          stage.containers.request(one);
        }
      }
    }
  }

  private boolean isDue(long nowNs, HybridStage stage, Attempt attempt) {
    return attempt.startedNs() != Attempt.NOT_STARTED
        && nowNs - attempt.startedNs() >= options.promoteAfterNs()
        && stage.containers.countForRuns() < MAX_OF_STAGE
        && stage.containers.find(attempt.id()) == null
        && stage.tasks.tasksLeft() > stage.containers.countForRuns()
        && attempt.memoryBytes() == stage.tasks.spec().resources().memoryBytes();
  }

  /** The cell state has a container for the attempt. */
  void granted(HybridStage stage, StageContainer container, Effects out) {
    var attempt = container.running();
    stage.containers.started(container);
    if (attempt != null) {
      attempt.claimed();
      claimed.add(attempt.id());
      stage.tasks.promote(attempt, out);
    }
  }

  /** The attempt is over; whether it had a container that it began without. */
  boolean forget(Attempt attempt) {
    return claimed.remove(attempt.id());
  }
}
