package dev.muster.core.plan;

import dev.muster.core.flat.IntList;
import dev.muster.core.place.Policy;
import dev.muster.core.place.View;

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
    var preferences = stage.preferring();
    find(stage, preferences, part, task);
    int lacking = policy.drawsFor(1) - preferences.out(task);
    policy.choose(nowNs, candidates, Math.clamp(lacking, 0, candidates.size()), drawn);
    return drawn;
  }

  private void find(StagePlan stage, Preferences preferences, View part, int task) {
    candidates.clear();
    var wishes = preferences.wishes;
    for (int wish = wishes.first(task); wish < wishes.end(task); wish++) {
      int at = part.find(wishes.node(wish));
      boolean lacks = preferences.slot(wish) == ReservationTable.NONE;
      if (at >= 0 && lacks && part.fits(at, stage.spec.resources())) {
        candidates.add(wishes.node(wish));
      }
    }
  }
}
