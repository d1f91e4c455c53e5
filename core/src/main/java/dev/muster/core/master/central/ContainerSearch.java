package dev.muster.core.master.central;

import dev.muster.core.master.state.cell.CellState;
import dev.muster.model.Require;
import java.util.BitSet;

/** Finds a node on which a container of a request certainly fits. */
final class ContainerSearch {

  static final int NOWHERE = AvailableIndex.NONE;

  private final CellState cell;
  private final AvailableIndex index;
  private final EligibleMachines eligible;
  private final LeaderAccess leader;

  ContainerSearch(
      CellState cell, AvailableIndex index, EligibleMachines eligible, LeaderAccess leader) {
    this.cell = cell;
    this.index = index;
    this.eligible = eligible;
    this.leader = leader;
  }

  int find(PendingRequest request) {
    var require = request.spec.where().require();
    return require.isNothing()
        ? index.find(request.need(), node -> mayUse(request, node))
        : findAmong(eligible.of(require), request);
  }

  /** Few machines may be as required: those are walked. */
  private int findAmong(BitSet some, PendingRequest request) {
    for (int node = some.nextSetBit(0); node >= 0; node = some.nextSetBit(node + 1)) {
      if (cell.has(node) && cell.fits(node, request.need()) && mayUse(request, node)) {
        return node;
      }
    }
    return NOWHERE;
  }

  /** Whether a container of the request fits on this node, and may be there. */
  boolean suits(PendingRequest request, int node) {
    return cell.has(node)
        && cell.fits(node, request.need())
        && isEligible(request, node)
        && mayUse(request, node);
  }

  private boolean isEligible(PendingRequest request, int node) {
    Require require = request.spec.where().require();
    return eligible.has(require, node);
  }

  private boolean mayUse(PendingRequest request, int node) {
    return !request.isBarred(node) && !leader.isAvoided(node);
  }
}
