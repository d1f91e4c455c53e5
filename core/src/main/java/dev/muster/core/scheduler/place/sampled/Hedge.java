package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Resources;
import java.util.function.IntPredicate;

/**
 * Draws more nodes for one stage, one for each that says that it is busy.
 *
 * <pre>
 *   reservation --NodeBusy--> its node may still be the first ─► the reservation stays,
 *                                                                another node is drawn beside it
 * </pre>
 *
 * <p>In an idle cell nobody says so, and no more nodes are drawn than without hedging. In a full
 * one the search goes on up to the limit, and the reservations that then wait at many nodes come
 * close to one queue for all of them.
 *
 * <p>Nodes are drawn once, as many as may be needed: those that were not known to be busy then come
 * first.
 */
final class Hedge {

  private final SampledOptions.Hedging limits;
  private final NodeSampler sampler;
  private final IntList candidates = new IntList();

  /** Those behind are known to be busy: there are no others. */
  private int idle;

  private int next;
  private long version = -1;
  private int most;

  /** How many reservations of the stage are at nodes that are known to be busy. */
  private int busy;

  Hedge(SampledOptions.Hedging limits, NodeSampler sampler) {
    this.limits = limits;
    this.sampler = sampler;
  }

  /** How many reservations so many tasks may have in all. */
  int most(int tasks) {
    return limits.most(tasks);
  }

  int busy() {
    return busy;
  }

  /** The node of the reservation is busy; counted once. */
  void nodeIsBusy(Reservation reservation) {
    if (!reservation.isAtBusyNode()) {
      reservation.nodeIsBusy();
      busy++;
    }
  }

  void added(Reservation reservation) {
    busy += reservation.isAtBusyNode() ? 1 : 0;
  }

  void removed(Reservation reservation) {
    busy -= reservation.isAtBusyNode() ? 1 : 0;
  }

  /**
   * Whether nodes have to be drawn before there is a {@link #next}: none were, or there are more.
   */
  boolean mustDraw(View view, int now) {
    return next == candidates.size() && (view.version() != version || now > most);
  }

  /**
   * Draws so many nodes, or as many as there are.
   *
   * @param now how many reservations there may be in all
   */
  void draw(long nowNs, View view, Resources need, IntPredicate isBarred, int count, int now) {
    sampler.chooseOnce(nowNs, view, need, isBarred, count, candidates);
    version = view.version();
    most = now;
    next = 0;
    idle = candidates.size();
  }

  /** The next node, those that are busy by now last; -1 where there is none. */
  int next(long nowNs) {
    while (next < candidates.size()) {
      int node = candidates.at(next++);
      if (next > idle || !sampler.comesLast(nowNs, node)) {
        return node;
      }
      candidates.add(node);
    }
    return -1;
  }
}
