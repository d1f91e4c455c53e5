package dev.muster.core.master.central;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongList;
import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.event.MasterEntry.ContainersPlaced;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.core.master.state.cell.Decision;
import dev.muster.model.Resources;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides containers on the cell state, one by one, and has the log get those of one request that
 * follow each other as one entry. The containers of a gang are decided together.
 */
final class ContainerPlacing {

  private static final int[] NONE = {};
  private static final long[] NO_IDS = {};

  private final CellState cell;
  private final LeaderAccess leader;
  private final NodeReservations reservations;
  private final ExpectedEnds ends;
  private final UnclaimedUse unclaimed;
  private final LongList ids = new LongList();
  private final IntList machines = new IntList();
  private @Nullable PendingRequest current;
  private Request request = Request.of(0, Resources.NONE);

  ContainerPlacing(
      CellState cell,
      LeaderAccess leader,
      NodeReservations reservations,
      ExpectedEnds ends,
      UnclaimedUse unclaimed) {
    this.cell = cell;
    this.leader = leader;
    this.reservations = reservations;
    this.ends = ends;
    this.unclaimed = unclaimed;
  }

  /** Begins with the containers of another request. */
  private void begin(PendingRequest next, Effects out) {
    if (current != next || !request.resources().equals(next.need())) {
      flush(out);
      current = next;
      request = Request.of(next.job, next.need());
    }
  }

  /**
   * Places a container.
   *
   * @return why that is not allowed, by a limit on the claims of its scheduler; empty where it is
   */
  Optional<Rejection> place(long nowNs, PendingRequest one, long claim, int node, Effects out) {
    begin(one, out);
    var transaction = transaction(one, TransactionOptions.STANDARD);
    transaction.claim(claim, node, 0, 0);
    var decision = cell.decide(nowNs, transaction);
    if (decision.accepted() == 0) {
      return Optional.of(decision.rejected().getFirst());
    }
    note(nowNs, one, claim, node);
    return Optional.empty();
  }

  /** Places all containers of a gang, each on its node, or none. */
  Optional<Rejection> placeGang(
      long nowNs, PendingRequest gang, List<Long> claims, IntList nodes, Effects out) {
    begin(gang, out);
    var transaction = transaction(gang, TransactionOptions.GANG);
    for (int at = 0; at < claims.size(); at++) {
      transaction.claim(claims.get(at), nodes.at(at), 0, 0);
    }
    Decision decision = cell.decide(nowNs, transaction);
    if (!decision.rejected().isEmpty()) {
      return Optional.of(decision.rejected().getFirst());
    }
    for (int at = 0; at < claims.size(); at++) {
      note(nowNs, gang, claims.get(at), nodes.at(at));
    }
    flush(out);
    return Optional.empty();
  }

  private TransactionBuilder transaction(PendingRequest one, TransactionOptions options) {
    var transaction = new TransactionBuilder(one.owner(), options);
    transaction.request(request);
    return transaction;
  }

  private void note(long nowNs, PendingRequest one, long claim, int node) {
    ids.add(claim);
    machines.add(node);
    one.grant(nowNs, claim, node);
    reservations.placed(nowNs, one, claim, node);
    unclaimed.placed(nowNs, node);
    if (one.estimateNs() > 0) {
      ends.add(claim, node, Timing.later(nowNs, one.estimateNs()), one.need());
    }
  }

  /** Has the log get what is placed. */
  void flush(Effects out) {
    if (current != null && !ids.isEmpty()) {
      var entry =
          new TransactionCommitted(
              current.owner(),
              List.of(request),
              ids.toArray(),
              machines.toArray(),
              new int[ids.size()],
              NO_IDS,
              NONE,
              NO_IDS,
              NONE);
      leader.append(new ContainersPlaced(current.job, current.stage, entry), out);
      ids.clear();
      machines.clear();
    }
    current = null;
  }
}
