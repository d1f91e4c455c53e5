package dev.muster.core.scheduler;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.Policy;
import dev.muster.core.scheduler.place.View;

/** Draws nodes for one task, of those that it prefers: as many as for any task, or all of them. */
final class PreferredNodes {

  private final Policy policy;
  private final IntList candidates = new IntList();
  private final IntList drawn = new IntList();

  PreferredNodes(Policy policy) {
    this.policy = policy;
  }

  /**
   * @param part the nodes that the stage may use
   * @return none where all that are there have a reservation for the task, or none is there
   */
  IntList draw(long nowNs, StagePlan stage, View part, int task) {
    var preferring = stage.preferring();
    find(stage, preferring, part, task);
    int lacking = policy.drawsFor(1) - preferring.out(task);
    policy.choose(nowNs, candidates, Math.clamp(lacking, 0, candidates.size()), drawn);
    return drawn;
  }

  private void find(StagePlan stage, PreferringTasks preferring, View part, int task) {
    candidates.clear();
    var preferences = preferring.preferences;
    for (int preference = preferences.first(task);
        preference < preferences.end(task);
        preference++) {
      int at = part.find(preferences.node(preference));
      boolean lacks = preferring.slot(preference) == ReservationTable.NONE;
      if (at >= 0 && lacks && part.fits(at, stage.spec.resources())) {
        candidates.add(preferences.node(preference));
      }
    }
  }
}
