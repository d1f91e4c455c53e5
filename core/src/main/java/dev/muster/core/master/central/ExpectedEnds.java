package dev.muster.core.master.central;

import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * When containers end, as far as their schedulers gave estimates; those that an earlier leader
 * placed, and claims of other policies, are expected never to.
 */
final class ExpectedEnds {

  /** Nobody knows when. */
  static final long NEVER = Long.MAX_VALUE;

  private record ExpectedEnd(long ns, Resources need) {}

  private final TreeMap<Integer, TreeMap<Long, ExpectedEnd>> byNode = new TreeMap<>();

  void add(long claim, int node, long ns, Resources need) {
    byNode.computeIfAbsent(node, _ -> new TreeMap<>()).put(claim, new ExpectedEnd(ns, need));
  }

  void remove(long claim, int node) {
    var ofNode = byNode.get(node);
    if (ofNode != null && ofNode.remove(claim) != null && ofNode.isEmpty()) {
      byNode.remove(node);
    }
  }

  /**
   * When a node is expected to have so much available.
   *
   * @param now what it has available now
   */
  long whenFits(long nowNs, int node, Resources now, Resources need) {
    var available = now;
    if (need.fitsIn(available)) {
      return nowNs;
    }
    for (var end : inOrder(node)) {
      available = available.plus(end.need);
      if (need.fitsIn(available)) {
        return Math.max(nowNs, end.ns);
      }
    }
    return NEVER;
  }

  private List<ExpectedEnd> inOrder(int node) {
    List<ExpectedEnd> ends = new ArrayList<>(byNode.getOrDefault(node, new TreeMap<>()).values());
    ends.sort(Comparator.comparingLong(ExpectedEnd::ns));
    return ends;
  }
}
