package dev.muster.core.scheduler;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.Approach;
import dev.muster.core.scheduler.place.Policy;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Resources;

/** Two reservations per task, on the nodes that fit in the order of the view: no chance. */
final class InTurn implements Policy {

  @Override
  public String name() {
    return "in turn";
  }

  @Override
  public Approach approach() {
    return Approach.RESERVE;
  }

  @Override
  public int drawsFor(int tasks) {
    return 2 * tasks;
  }

  @Override
  public void pick(int tasks, int[] loads, IntList picked) {
    throw new UnsupportedOperationException("nodes are not asked");
  }

  @Override
  public void choose(long nowNs, IntList candidates, int count, IntList chosen) {
    chosen.clear();
    for (int i = 0; i < count; i++) {
      chosen.add(candidates.at(i));
    }
  }

  @Override
  public void choose(long nowNs, View view, Resources need, int count, IntList chosen) {
    chosen.clear();
    boolean any = false;
    for (int at = 0; at < view.size(); at++) {
      any |= view.fits(at, need);
    }
    for (int at = 0; any && chosen.size() < count; at = (at + 1) % view.size()) {
      if (view.fits(at, need)) {
        chosen.add(view.node(at));
      }
    }
  }
}
