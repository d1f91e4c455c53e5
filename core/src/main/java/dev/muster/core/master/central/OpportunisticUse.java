package dev.muster.core.master.central;

import dev.muster.model.Resources;
import java.util.TreeMap;

/**
 * What opportunistic tasks have on nodes, by the latest report of each node. A container that is
 * placed there ends some of them, and their work is lost: other nodes are better.
 */
final class OpportunisticUse {

  private final long spareNs;
  private final UnclaimedUse unclaimed;
  private final TreeMap<Integer, Resources> byNode = new TreeMap<>();

  /**
   * @param spareNs for how long a request lets such nodes pass where nodes come one by one
   */
  OpportunisticUse(long spareNs, UnclaimedUse unclaimed) {
    this.spareNs = spareNs;
    this.unclaimed = unclaimed;
  }

  /** A node has reported. */
  void reported(int node, Resources used) {
    if (used.fitsIn(Resources.NONE)) {
      byNode.remove(node);
    } else {
      byNode.put(node, used);
    }
  }

  void left(int node) {
    byNode.remove(node);
  }

  /** Whether opportunistic tasks run on any node. */
  boolean isAnywhere() {
    return !byNode.isEmpty();
  }

  /** Whether so much is available on the node beside its opportunistic tasks. */
  boolean leaves(long nowNs, int node, Resources need) {
    var used = byNode.get(node);
    return used == null || need.fitsIn(unclaimed.available(nowNs, node).minus(used));
  }

  /** Whether the request may end opportunistic tasks by now. */
  boolean mayEnd(long nowNs, PendingRequest request) {
    return nowNs - request.places.soughtNs() >= spareNs;
  }
}
