package dev.muster.core.master.central;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.ContainerShortage;
import dev.muster.core.master.central.PreferredLevels.PreferredLevel;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.model.Require;
import java.util.BitSet;
import java.util.function.IntPredicate;

/** Finds a node on which a container of a request certainly fits. */
final class ContainerSearch {

  static final int NOWHERE = AvailableIndex.NONE;

  /** After so many nodes on which the container would end opportunistic tasks, one more will do. */
  static final int MAX_SPARED = 100;

  private final CellState cell;
  private final AvailableIndex index;
  private final EligibleMachines eligible;
  private final LeaderAccess leader;
  private final NodeReservations reservations;
  private final PreferredLevels levels;
  private final UnclaimedUse unclaimed;
  private final OpportunisticUse opportunistic;

  ContainerSearch(
      CellState cell,
      AvailableIndex index,
      EligibleMachines eligible,
      LeaderAccess leader,
      NodeReservations reservations,
      PreferredLevels levels,
      UnclaimedUse unclaimed,
      OpportunisticUse opportunistic) {
    this.cell = cell;
    this.index = index;
    this.eligible = eligible;
    this.leader = leader;
    this.reservations = reservations;
    this.levels = levels;
    this.unclaimed = unclaimed;
    this.opportunistic = opportunistic;
  }

  /**
   * A node for the next container: one that tasks prefer, or else as far from these as the request
   * accepts by now. Where there is none the request says why.
   */
  int find(long nowNs, PendingRequest request) {
    int preferred = findPreferred(nowNs, request);
    var level = levels.of(nowNs, request);
    boolean seeksNear = request.places.areAny() && request.places.anywhere() == 0;
    int node = preferred;
    if (node == NOWHERE && seeksNear && level != PreferredLevel.NODE) {
      node = findBest(nowNs, request, other -> levels.isNear(request, other));
    }
    if (node == NOWHERE && level == PreferredLevel.ANYWHERE) {
      node = findBest(nowNs, request, _ -> true);
    }
    if (node == NOWHERE) {
      request.waits.on(
          level == PreferredLevel.ANYWHERE
              ? ContainerShortage.RESOURCE
              : ContainerShortage.PREFERENCE);
    }
    return node;
  }

  private int findPreferred(long nowNs, PendingRequest request) {
    if (request.places.areAny()) {
      for (int node : request.places.nodes()) {
        if (request.places.prefers(node) && suits(nowNs, request, node)) {
          return node;
        }
      }
    }
    return NOWHERE;
  }

  /** Where no opportunistic task has to end, if there is such a node; else any. */
  private int findBest(long nowNs, PendingRequest request, IntPredicate isWanted) {
    int node = opportunistic.isAnywhere() ? findSparing(nowNs, request, isWanted) : NOWHERE;
    return node == NOWHERE ? find(nowNs, request, isWanted) : node;
  }

  private int findSparing(long nowNs, PendingRequest request, IntPredicate isWanted) {
    var spared = new IntList();
    IntPredicate leaves =
        node -> {
          boolean suits = isWanted.test(node);
          if (suits && opportunistic.leaves(nowNs, node, request.need())) {
            return true;
          }
          if (suits) {
            spared.add(node);
          }
          return spared.size() > MAX_SPARED;
        };
    int node = find(nowNs, request, leaves);
    return spared.size() > MAX_SPARED ? spared.at(0) : node;
  }

  private int find(long nowNs, PendingRequest request, IntPredicate isWanted) {
    var require = request.spec.where().require();
    IntPredicate may = node -> mayUse(nowNs, request, node) && isWanted.test(node);
    return require.isNothing()
        ? index.find(request.need(), may)
        : findAmong(eligible.of(require), request, may);
  }

  /** Few machines may be as required: those are walked. */
  private int findAmong(BitSet some, PendingRequest request, IntPredicate may) {
    for (int node = some.nextSetBit(0); node >= 0; node = some.nextSetBit(node + 1)) {
      if (cell.has(node) && cell.fits(node, request.need()) && may.test(node)) {
        return node;
      }
    }
    return NOWHERE;
  }

  /** Whether a gang still waits for nodes that its tasks prefer. */
  boolean mustWait(long nowNs, PendingRequest gang) {
    return levels.of(nowNs, gang) == PreferredLevel.NODE;
  }

  /** Nodes for all containers of a gang, as of now; false where they do not all fit. */
  boolean findAll(long nowNs, PendingRequest gang, IntList nodes) {
    var need = gang.need();
    IntPredicate collect =
        node -> {
          var kept = reservations.keptFor(node);
          boolean may = kept == null || kept == gang;
          long fitting = may ? need.timesIn(unclaimed.available(nowNs, node)) : 0;
          for (; fitting > 0 && nodes.size() < gang.wanted(); fitting--) {
            nodes.add(node);
          }
          return nodes.size() == gang.wanted();
        };
    if (find(nowNs, gang, collect) != NOWHERE) {
      return true;
    }
    nodes.clear();
    return false;
  }

  /** Whether a container of the request fits on this node, and may be there, preferred or not. */
  boolean suits(long nowNs, PendingRequest request, int node) {
    return cell.has(node)
        && cell.fits(node, request.need())
        && isEligible(request, node)
        && mayUse(nowNs, request, node);
  }

  /** The same, and whether the request accepts the node by now. */
  boolean accepts(long nowNs, PendingRequest request, int node) {
    return suits(nowNs, request, node) && levels.accepts(nowNs, request, node);
  }

  /** Whether the container would end no opportunistic task there, or has waited long enough. */
  boolean spares(long nowNs, PendingRequest request, int node) {
    return opportunistic.leaves(nowNs, node, request.need())
        || opportunistic.mayEnd(nowNs, request);
  }

  /** Whether a container of the request may be on the node, however much is available there. */
  boolean mayEverUse(PendingRequest request, int node) {
    return isEligible(request, node)
        && !request.isBarred(node)
        && !leader.isAvoided(node)
        && (!levels.insists(request) || request.places.prefers(node));
  }

  private boolean isEligible(PendingRequest request, int node) {
    Require require = request.spec.where().require();
    return eligible.has(require, node);
  }

  private boolean mayUse(long nowNs, PendingRequest request, int node) {
    return !request.isBarred(node)
        && !leader.isAvoided(node)
        && reservations.mayUse(nowNs, request, node)
        && unclaimed.leaves(nowNs, node, request.need());
  }
}
