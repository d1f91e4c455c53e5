package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.View;
import dev.muster.core.scheduler.place.hybrid.HybridOptions.TopNodes;
import dev.muster.model.Resources;
import java.util.random.RandomGenerator;

/**
 * Chooses the node of an opportunistic task: at random among the best by rank, of those that the
 * task prefers where it prefers some. Where no loads are known, at random.
 */
final class OpportunisticNodes {

  /** No node will do. */
  static final int NONE = RankedNodes.NONE;

  /** How many nodes are drawn before all are looked at. */
  private static final int MAX_DRAWS = 32;

  private final CellNodes nodes;
  private final RankedNodes ranked;
  private final RandomGenerator chance;
  private final TopNodes top;
  private final IntList usable = new IntList();

  OpportunisticNodes(CellNodes nodes, RankedNodes ranked, RandomGenerator chance, TopNodes top) {
    this.nodes = nodes;
    this.ranked = ranked;
    this.chance = chance;
    this.top = top;
  }

  /**
   * @param eligible the nodes that the stage may use
   * @param insists whether a task that prefers nodes accepts no other
   */
  int choose(long nowNs, StageTasks tasks, View eligible, int task, boolean insists) {
    var preferred = tasks.spec().where().preferredBy(task);
    var need = tasks.demand(task).resources();
    if (!preferred.isEmpty()) {
      usable.clear();
      for (int node : preferred) {
        if (suits(nowNs, tasks, eligible, need, task, node) && ranked.isOpen(nowNs, node)) {
          usable.add(node);
        }
      }
      if (!usable.isEmpty()) {
        return oneOfBest(usable);
      }
      if (insists) {
        return NONE;
      }
    }
    int best =
        ranked.choose(
            nowNs,
            top.of(eligible.size()),
            node -> suits(nowNs, tasks, eligible, need, task, node));
    return best == NONE ? any(nowNs, tasks, eligible, need, task) : best;
  }

  private int oneOfBest(IntList some) {
    for (int at = 1; at < some.size(); at++) {
      for (int to = at; to > 0 && ranked.rankMs(some.at(to)) < ranked.rankMs(some.at(to - 1)); ) {
        some.swap(to, --to);
      }
    }
    return some.at(chance.nextInt(Math.min(some.size(), TopNodes.LEAST)));
  }

  private int any(long nowNs, StageTasks tasks, View eligible, Resources need, int task) {
    int size = eligible.size();
    for (int draws = Math.min(MAX_DRAWS, size); draws > 0; draws--) {
      int node = eligible.node(chance.nextInt(size));
      if (suits(nowNs, tasks, eligible, need, task, node) && ranked.isOpen(nowNs, node)) {
        return node;
      }
    }
    int from = size == 0 ? 0 : chance.nextInt(size);
    for (int step = 0; step < size; step++) {
      int node = eligible.node((from + step) % size);
      if (suits(nowNs, tasks, eligible, need, task, node) && ranked.isOpen(nowNs, node)) {
        return node;
      }
    }
    return NONE;
  }

  private boolean suits(
      long nowNs, StageTasks tasks, View eligible, Resources need, int task, int node) {
    int at = eligible.find(node);
    return at >= 0
        && eligible.fits(at, need)
        && !nodes.isAvoided(node)
        && !(tasks.mayBeBarred() && tasks.isBarred(nowNs, task, node));
  }
}
