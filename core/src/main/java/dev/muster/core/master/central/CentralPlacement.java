package dev.muster.core.master.central;

import dev.muster.core.actor.Effects;
import dev.muster.core.cell.ContainerShortage;
import dev.muster.core.cell.Request;
import dev.muster.core.master.central.CentralOptions.Mode;
import dev.muster.core.master.central.RequestFilling.Filled;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.core.master.state.cell.ClaimWatcher;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Decides when which request is tried where, so much within one event; the rest follows a moment
 * later.
 *
 * <p>A request is tried when it comes. What fits nowhere waits in line; when something becomes
 * available on a node, the first in line that fits there gets it. What else may have changed (nodes
 * that are well again, queues that have grown, patience that is over, gangs that fit) a review of
 * the whole line finds. Where containers are placed by heartbeat, only a node that reports gets
 * some.
 */
final class CentralPlacement implements ClaimWatcher {

  /** How many nodes that have something available are looked at within one event. */
  static final int MAX_NODES_PER_EVENT = 64;

  private final CellState cell;
  private final CentralQueues queues;
  private final PendingRequests requests;
  private final AvailableIndex index;
  private final RequestFilling filling;
  private final NodeReservations reservations;
  private final ReservationChoice keeping;
  private final ExpectedEnds ends;
  private final Mode mode;

  /** Nodes that have more available than when they were looked at last. */
  private final TreeSet<Integer> freed = new TreeSet<>();

  /** Requests that were tried and have more containers than one event places. */
  private final LinkedHashSet<PendingRequest> unfinished = new LinkedHashSet<>();

  CentralPlacement(
      CellState cell,
      CentralQueues queues,
      PendingRequests requests,
      AvailableIndex index,
      RequestFilling filling,
      NodeReservations reservations,
      ReservationChoice keeping,
      ExpectedEnds ends,
      Mode mode) {
    this.cell = cell;
    this.queues = queues;
    this.requests = requests;
    this.index = index;
    this.filling = filling;
    this.reservations = reservations;
    this.keeping = keeping;
    this.ends = ends;
    this.mode = mode;
  }

  // What changes.

  @Override
  public void promised(long claim, int machine, Request request) {
    queues.promised(request);
    index.refresh(machine);
  }

  @Override
  public void ended(long claim, int machine, Request request) {
    queues.ended(request);
    ends.remove(claim, machine);
    reservations.ended(claim, machine);
    changed(machine);
  }

  /** There is such a machine. */
  void see(int machine) {
    index.refresh(machine);
  }

  /** Something else has become available on a machine, or the machine has left. */
  void changed(int machine) {
    index.refresh(machine);
    if (cell.has(machine)) {
      freed.add(machine);
    } else {
      reservations.lose(machine);
    }
  }

  /** What the request wants has changed. */
  void changed(PendingRequest request) {
    filling.changed(request);
    if (!request.wants()) {
      unfinished.remove(request);
    }
  }

  /** The request is over. */
  void removed(PendingRequest request) {
    unfinished.remove(request);
    reservations.release(request);
  }

  /** Whether nodes have more available than when they were looked at last. */
  boolean hasFreed() {
    return !freed.isEmpty();
  }

  /** Whether there is something to be done at once. */
  boolean isDue() {
    return !unfinished.isEmpty() || (!freed.isEmpty() && requests.waiting() > 0);
  }

  /** When the line is to be reviewed for other reasons. */
  long dueNs() {
    return filling.dueNs();
  }

  // Placing.

  /** A request has come, or has changed. */
  void tryNow(long nowNs, PendingRequest request, Effects out) {
    filling.begin();
    filling.promote(nowNs, request, out);
    fill(nowNs, request, out);
    filling.flush(out);
  }

  private void fill(long nowNs, PendingRequest request, Effects out) {
    if (filling.fill(nowNs, request, mode.isByHeartbeat(), out) == Filled.UNFINISHED) {
      unfinished.add(request);
    }
  }

  /** Goes on with what an earlier event left. */
  void resume(long nowNs, Effects out) {
    filling.begin();
    for (var request : List.copyOf(unfinished)) {
      if (unfinished.remove(request)) {
        fill(nowNs, request, out);
      }
    }
    filling.flush(out);
  }

  /** Has what became available on nodes used, by those that go first. */
  void serveFreed(long nowNs, Effects out) {
    filling.begin();
    if (requests.waiting() == 0 || mode.isByHeartbeat()) {
      freed.clear();
    }
    int left = MAX_NODES_PER_EVENT;
    while (left-- > 0 && filling.maySpend() && !freed.isEmpty()) {
      int node = freed.removeFirst();
      if (serve(nowNs, node, Integer.MAX_VALUE, out)) {
        freed.add(node);
      }
    }
    filling.flush(out);
  }

  /** A node has reported: where containers are placed by heartbeat, it gets some. */
  void heartbeat(long nowNs, int node, Effects out) {
    if (mode.isByHeartbeat()) {
      filling.begin();
      serve(nowNs, node, mode.perHeartbeat(), out);
      filling.flush(out);
    }
  }

  /**
   * Places so many containers on a node at most: of the request that the node is kept for, then of
   * those that go first.
   *
   * @return whether there may be more for it
   */
  private boolean serve(long nowNs, int node, int most, Effects out) {
    for (int placed = 0; placed < most; placed++) {
      var next = next(nowNs, node);
      if (next == null || !filling.place(nowNs, next, node, out)) {
        return false;
      }
      if (!filling.maySpend()) {
        return true;
      }
    }
    return false;
  }

  private @Nullable PendingRequest next(long nowNs, int node) {
    var kept = reservations.keptFor(node);
    if (kept != null && filling.takes(nowNs, kept, node)) {
      return kept;
    }
    return queues.first(one -> filling.takes(nowNs, one, node));
  }

  /** Tries all that is in line; of those that need no less than one that fits nowhere, none. */
  void review(long nowNs, Effects out) {
    filling.begin();
    filling.forgetDue();
    List<PendingRequest> line = new ArrayList<>(requests.waiting());
    queues.each(line::add);
    @Nullable Resources tooMuch = null;
    for (var request : line) {
      if (tooMuch != null && isPlain(request) && tooMuch.fitsIn(request.need())) {
        filling.noteHopeless(nowNs, request);
        continue;
      }
      fill(nowNs, request, out);
      boolean fitsNowhere = request.wants() && request.waits.why() == ContainerShortage.RESOURCE;
      tooMuch = fitsNowhere && isPlain(request) ? request.need() : tooMuch;
    }
    filling.flush(out);
    keeping.review(nowNs);
  }

  /** Whether any node would do that has enough. */
  private static boolean isPlain(PendingRequest request) {
    return request.spec.where().isAnywhere()
        && !request.hasBarred()
        && !request.isGang()
        && request.keptNodes == 0;
  }
}
