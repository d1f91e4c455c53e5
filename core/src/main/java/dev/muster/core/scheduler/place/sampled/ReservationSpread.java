package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.HeldList;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.View;

/**
 * Spreads the reservations of a stage to nodes that joined, or were well again, after the
 * reservations were sent.
 *
 * <pre>
 *   drawn from the nodes of then ──► more can be used ─► as many move as the new nodes would have
 *                                                       been drawn for, had they been there
 * </pre>
 *
 * <p>Without that, a stage that begins while the cell comes up has its tasks on whichever nodes
 * joined first, and a node that was sick gets nothing of the stages that began before. Reservations
 * move, rather than become more: the wait queues of a cell that grows node by node would fill up
 * with what nobody needs. Growth that is worth less than one reservation is kept until it is, so
 * that a large cell pays nothing for a node that returns.
 */
final class ReservationSpread {

  private final SampledStage stage;
  private final SharedReservations shared;
  private final NodeSampler sampler;
  private final CellNodes cell;

  /** What the reservations are spread over: this view without the nodes avoided then. */
  private long version = -1;

  private long sequence = -1;
  private int nodes;

  ReservationSpread(
      SampledStage stage, SharedReservations shared, NodeSampler sampler, CellNodes cell) {
    this.stage = stage;
    this.shared = shared;
    this.sampler = sampler;
    this.cell = cell;
  }

  /**
   * Withdraws reservations from nodes that were there before.
   *
   * @param chosen where the nodes go that are to have one each instead
   */
  void move(long nowNs, HeldList<Reservation> reservations, IntList chosen, Effects out) {
    chosen.clear();
    var view = stage.eligible();
    if (view.version() == version && cell.avoidedSequence() == sequence) {
      return;
    }
    int usable = cell.usable(view);
    int growth = usable - nodes;
    boolean hasMoves = share(reservations.count(), growth, usable) > 0;
    if (hasMoves) {
      move(nowNs, view, reservations, chosen, out);
    }
    if (hasMoves || growth <= 0 || reservations.count() == 0) {
      version = view.version();
      sequence = cell.avoidedSequence();
      nodes = usable;
    }
  }

  private void move(
      long nowNs, View view, HeldList<Reservation> reservations, IntList chosen, Effects out) {
    var need = stage.tasks().spec().resources();
    var joined = view.joinedAfter(version, node -> cell.isWellAgain(node, sequence));
    int share = share(reservations.count(), joined.fitting(need), view.fitting(need));
    int before = countBefore(joined, reservations);
    int moves = share - (reservations.count() - before);
    if (moves > 0) {
      shared.choose(nowNs, joined, moves, chosen);
      withdraw(chosen.size(), before, joined, reservations, out);
    }
  }

  /** How many of so many reservations are the part of these nodes. */
  private static int share(int reservations, int nodes, int allNodes) {
    return allNodes == 0 ? 0 : (int) ((long) reservations * nodes / allNodes);
  }

  private static int countBefore(View joined, HeldList<Reservation> reservations) {
    int count = 0;
    for (var one = reservations.first(); one != null; one = reservations.after(one)) {
      count += isBefore(joined, one) ? 1 : 0;
    }
    return count;
  }

  private static boolean isBefore(View joined, Reservation reservation) {
    return joined.find(reservation.node()) < 0;
  }

  /** Of the reservations at nodes that were there before, each is as likely as another. */
  private void withdraw(
      int moves, int before, View joined, HeldList<Reservation> reservations, Effects out) {
    int wanted = moves;
    int left = before;
    var one = reservations.first();
    while (one != null && wanted > 0) {
      var next = reservations.after(one);
      if (isBefore(joined, one) && sampler.draws(wanted, left--)) {
        wanted--;
        stage.withdraw(one, out);
      }
      one = next;
    }
  }
}
