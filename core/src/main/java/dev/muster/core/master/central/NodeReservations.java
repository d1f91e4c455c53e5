package dev.muster.core.master.central;

import dev.muster.core.master.state.cell.CellState;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that are kept for requests which fit nowhere, each for one of them, until it fits there.
 *
 * <p>Others may use such a node all the same: if they are expected to end before it is ready, or if
 * they fit beside what it is kept for. So once everything has ended that was there when the node
 * was reserved, the request fits, however many small ones have come since.
 */
final class NodeReservations {

  /** A node that is kept. */
  private static final class ReservedNode {
    private final PendingRequest request;
    private final long readyNs;

    /** What others may have beside, and which of them have. */
    private Resources spare;

    private final TreeMap<Long, Resources> beside = new TreeMap<>();

    private ReservedNode(PendingRequest request, long readyNs, Resources spare) {
      this.request = request;
      this.readyNs = readyNs;
      this.spare = spare;
    }
  }

  private final CellState cell;
  private final PendingRequests requests;
  private final TreeMap<Integer, ReservedNode> byNode = new TreeMap<>();

  /** The gang that nodes are kept for; one at a time, so that no two wait for each other. */
  private @Nullable PendingRequest gang;

  private int ofOthers;

  NodeReservations(CellState cell, PendingRequests requests) {
    this.cell = cell;
    this.requests = requests;
  }

  // Reserving.

  /**
   * @param containers how many of the request are to be on the node
   * @param readyNs when the node is expected to have enough for them
   */
  void reserve(PendingRequest request, int node, int containers, long readyNs) {
    var kept = request.need().times(containers);
    byNode.put(node, new ReservedNode(request, readyNs, cell.capacity(node).minus(kept)));
    if (request.isGang()) {
      gang = request;
    } else {
      ofOthers++;
    }
    request.keptNode = request.keptNodes == 0 ? node : request.keptNode;
    request.keptNodes++;
    requests.reserves(request, true);
  }

  boolean isReserved(int node) {
    return byNode.containsKey(node);
  }

  /** How many nodes are kept for requests that are no gangs. */
  int ofOthers() {
    return ofOthers;
  }

  /** The gang that nodes are kept for; null where there is none. */
  @Nullable PendingRequest gang() {
    return gang;
  }

  /** The request that the node is kept for; null where it is not. */
  @Nullable PendingRequest keptFor(int node) {
    var reserved = byNode.get(node);
    return reserved == null ? null : reserved.request;
  }

  /** The nodes that are kept for the request. */
  List<Integer> of(PendingRequest request) {
    List<Integer> nodes = new ArrayList<>();
    if (request.keptNodes > 0) {
      byNode.forEach(
          (node, reserved) -> {
            if (reserved.request == request) {
              nodes.add(node);
            }
          });
    }
    return nodes;
  }

  // Using.

  /** Whether a container of the request may be on this node, were there enough available. */
  boolean mayUse(long nowNs, PendingRequest request, int node) {
    var reserved = byNode.get(node);
    return reserved == null
        || reserved.request == request
        || endsBefore(nowNs, request, reserved)
        || request.need().fitsIn(reserved.spare);
  }

  private static boolean endsBefore(long nowNs, PendingRequest request, ReservedNode reserved) {
    return reserved.readyNs != ExpectedEnds.NEVER
        && request.estimateNs() > 0
        && request.estimateNs() <= reserved.readyNs - nowNs;
  }

  /** A container of the request is on the node from now on. */
  void placed(long nowNs, PendingRequest request, long claim, int node) {
    var reserved = byNode.get(node);
    if (reserved == null) {
      return;
    }
    if (reserved.request == request) {
      release(node);
    } else if (!endsBefore(nowNs, request, reserved)) {
      reserved.beside.put(claim, request.need());
      reserved.spare = reserved.spare.minus(request.need());
    }
  }

  void ended(long claim, int node) {
    var reserved = byNode.isEmpty() ? null : byNode.get(node);
    var need = reserved == null ? null : reserved.beside.remove(claim);
    if (reserved != null && need != null) {
      reserved.spare = reserved.spare.plus(need);
    }
  }

  // Releasing.

  /** The node will not do any more: of a gang all are released, so that others are chosen. */
  void lose(int node) {
    var request = keptFor(node);
    if (request != null && request.isGang()) {
      release(request);
    } else {
      release(node);
    }
  }

  /** The node is for everybody again. */
  void release(int node) {
    var reserved = byNode.remove(node);
    if (reserved != null) {
      ofOthers -= reserved.request.isGang() ? 0 : 1;
      if (--reserved.request.keptNodes == 0) {
        gang = gang == reserved.request ? null : gang;
        requests.reserves(reserved.request, false);
      } else if (reserved.request.keptNode == node) {
        reserved.request.keptNode = of(reserved.request).getFirst();
      }
    }
  }

  /** Nothing is kept for the request any more. */
  void release(PendingRequest request) {
    of(request).forEach(this::release);
  }

  /** Releases nodes that are kept for more containers than the request wants. */
  void trim(PendingRequest request) {
    if (!request.wants()) {
      release(request);
    } else if (!request.isGang() && request.keptNodes > request.wanted()) {
      of(request).stream().skip(request.wanted()).forEach(this::release);
    }
  }

  /** All nodes that are kept. */
  List<Integer> nodes() {
    return List.copyOf(byNode.keySet());
  }
}
