package dev.muster.core.plan;

import dev.muster.core.flat.IntList;
import dev.muster.core.place.Policy;
import dev.muster.core.place.View;

/** Draws nodes for one task, of those that it prefers: as many as for any task, or all of them. */
final class PreferredNodes {

  private final Policy policy;
  private final IntList drawn = new IntList();
  private int[] places = new int[16];

  PreferredNodes(Policy policy) {
    this.policy = policy;
  }

  /**
   * @param part the nodes that the stage may use
   * @return none where all that are there have a reservation for the task, or none is there
   */
  IntList draw(long nowNs, StagePlan stage, Preferences preferences, View part, int task) {
    int found = find(stage, preferences, part, task);
    int count = Math.min(found, policy.drawsFor(1) - preferences.probes.out(task));
    drawn.clear();
    if (count > 0) {
      policy.choose(nowNs, part.only(places, found), stage.spec.resources(), count, drawn);
    }
    return drawn;
  }

  private int find(StagePlan stage, Preferences preferences, View part, int task) {
    var wishes = preferences.wishes;
    if (places.length < wishes.end(task) - wishes.first(task)) {
      places = new int[wishes.end(task) - wishes.first(task)];
    }
    int found = 0;
    for (int wish = wishes.first(task); wish < wishes.end(task); wish++) {
      int at = part.find(wishes.node(wish));
      if (at >= 0 && !preferences.probes.isOut(wish) && part.fits(at, stage.spec.resources())) {
        places[found++] = at;
      }
    }
    return found;
  }
}
