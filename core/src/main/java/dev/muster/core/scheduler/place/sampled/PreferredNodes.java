package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Resources;
import java.util.function.IntPredicate;

/** Draws nodes for one task, of those that it prefers: as many as for any task, or all of them. */
public final class PreferredNodes {

  private final NodeSampler sampler;
  private final IntList candidates = new IntList();
  private final IntList drawn = new IntList();

  public PreferredNodes(NodeSampler sampler) {
    this.sampler = sampler;
  }

  /**
   * @param eligible the nodes that the stage may use
   * @return none where all that are there have a reservation for the task, or none is there
   */
  public IntList draw(long nowNs, PreferringTasks tasks, Resources need, View eligible, int task) {
    return draw(nowNs, tasks, need, eligible, StageTasks.NONE_BARRED, task);
  }

  /** The same without the nodes that are barred for the task. */
  IntList draw(
      long nowNs,
      PreferringTasks tasks,
      Resources need,
      View eligible,
      IntPredicate isBarred,
      int task) {
    find(tasks, need, eligible, isBarred, task);
    int lacking = sampler.drawsFor(1) - tasks.search.out(task);
    sampler.choose(nowNs, candidates, Math.clamp(lacking, 0, candidates.size()), drawn);
    return drawn;
  }

  private void find(
      PreferringTasks tasks, Resources need, View eligible, IntPredicate isBarred, int task) {
    candidates.clear();
    var preferences = tasks.preferences;
    for (int preference = preferences.first(task);
        preference < preferences.end(task);
        preference++) {
      int node = preferences.node(preference);
      int at = eligible.find(node);
      boolean lacks = tasks.search.reservation(preference) == null;
      if (at >= 0 && lacks && eligible.fits(at, need) && !isBarred.test(node)) {
        candidates.add(node);
      }
    }
  }
}
