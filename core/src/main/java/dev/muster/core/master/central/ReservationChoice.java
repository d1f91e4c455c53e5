package dev.muster.core.master.central;

import dev.muster.core.master.central.CentralOptions.Reserving;
import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;

/** Chooses the nodes that are kept for a request: those on which it will fit soonest. */
final class ReservationChoice {

  /** Of how many nodes, those with the most available, one is chosen. */
  static final int MAX_CANDIDATES = 256;

  /**
   * A node that could be kept.
   *
   * @param readyNs when it is expected to have enough
   * @param lack the largest part of a resource of the node that is lacking now
   */
  private record ReservableNode(int node, int containers, long readyNs, double lack) {

    static final Comparator<ReservableNode> SOONEST =
        Comparator.comparingLong(ReservableNode::readyNs)
            .thenComparingDouble(ReservableNode::lack)
            .thenComparingInt(ReservableNode::node);
  }

  /** Requests are looked at no more often: the choice for a gang looks at all machines. */
  static final long INTERVAL_NS = 500_000_000;

  private final Reserving options;
  private final CentralQueues queues;
  private final CellState cell;
  private final RegisteredMachines machines;
  private final AvailableIndex index;
  private final ContainerSearch search;
  private final ExpectedEnds ends;
  private final NodeReservations reservations;
  private final UnclaimedUse unclaimed;

  private long lookedNs = Long.MIN_VALUE / 2;

  ReservationChoice(
      Reserving options,
      CentralQueues queues,
      CellState cell,
      RegisteredMachines machines,
      AvailableIndex index,
      ContainerSearch search,
      ExpectedEnds ends,
      NodeReservations reservations,
      UnclaimedUse unclaimed) {
    this.options = options;
    this.queues = queues;
    this.cell = cell;
    this.machines = machines;
    this.index = index;
    this.search = search;
    this.ends = ends;
    this.reservations = reservations;
    this.unclaimed = unclaimed;
  }

  /**
   * Keeps nodes for requests that have fitted nowhere for too long, in their order. Where a gang
   * has to wait for another, or for nodes that are kept, nobody behind it gets any.
   */
  void review(long nowNs) {
    if (nowNs - lookedNs < INTERVAL_NS) {
      return;
    }
    lookedNs = nowNs;
    for (int node : reservations.nodes()) {
      var request = reservations.keptFor(node);
      if (request != null && !search.mayEverUse(request, node)) {
        reservations.lose(node);
      }
    }
    int most = Math.max(1, (int) (machines.size() * options.share()));
    queues.first(request -> isDue(nowNs, request) && !reserve(nowNs, request, most));
  }

  private boolean isDue(long nowNs, PendingRequest request) {
    return request.waits.blockedNs() != RequestWait.NEVER
        && nowNs - request.waits.blockedNs() >= options.afterNs();
  }

  /** Whether others may have nodes kept after this one. */
  private boolean reserve(long nowNs, PendingRequest request, int most) {
    if (request.isGang()) {
      var other = reservations.gang();
      return other == request || (other == null && reserveGang(nowNs, request));
    }
    boolean finds = true;
    while (finds && request.keptNodes < request.wanted() && reservations.ofOthers() < most) {
      finds = reserveOne(nowNs, request);
    }
    return true;
  }

  /** Keeps one more node for the request; false where none will do. */
  private boolean reserveOne(long nowNs, PendingRequest request) {
    List<ReservableNode> candidates = new ArrayList<>();
    IntPredicate collect =
        node -> {
          if (mayKeep(request, node)) {
            candidates.add(candidate(nowNs, request, node, 1));
          }
          return candidates.size() == MAX_CANDIDATES;
        };
    index.find(Resources.NONE, collect);
    var best = candidates.stream().min(ReservableNode.SOONEST);
    best.ifPresent(one -> reservations.reserve(request, one.node, 1, one.readyNs));
    return best.isPresent();
  }

  /** Keeps nodes for all of a gang; false where there are too few that are not kept. */
  private boolean reserveGang(long nowNs, PendingRequest request) {
    List<ReservableNode> candidates = new ArrayList<>();
    for (var machine : machines.machines()) {
      int node = machine.node();
      if (mayKeep(request, node)) {
        long fitting = request.need().timesIn(cell.capacity(node));
        int containers = (int) Math.min(fitting, request.wanted());
        candidates.add(candidate(nowNs, request, node, containers));
      }
    }
    candidates.sort(ReservableNode.SOONEST);
    List<ReservableNode> chosen = new ArrayList<>();
    int left = request.wanted();
    for (var each : candidates) {
      if (left > 0) {
        chosen.add(candidate(nowNs, request, each.node, Math.min(left, each.containers)));
        left -= each.containers;
      }
    }
    if (left > 0) {
      return false;
    }
    long readyNs = chosen.stream().mapToLong(ReservableNode::readyNs).max().orElse(nowNs);
    chosen.forEach(each -> reservations.reserve(request, each.node, each.containers, readyNs));
    return true;
  }

  private boolean mayKeep(PendingRequest request, int node) {
    return !reservations.isReserved(node)
        && request.need().fitsIn(cell.capacity(node))
        && search.mayEverUse(request, node);
  }

  private ReservableNode candidate(long nowNs, PendingRequest request, int node, int containers) {
    var need = request.need().times(containers);
    var available = unclaimed.available(nowNs, node);
    var missing = need.minus(available).max(Resources.NONE);
    double lack = CentralQueue.share(missing, cell.capacity(node));
    return new ReservableNode(node, containers, ends.whenFits(nowNs, node, available, need), lack);
  }
}
