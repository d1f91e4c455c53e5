package dev.muster.core.scheduler.place.hybrid;

import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Exponential backoff from nodes that have returned containers: guaranteed tasks that were queued
 * there have what the cell state says is available. Such a node is passed over for a while, by all
 * stages whose tasks need no less, and for twice as long each time that it returns one again.
 */
final class BouncedNodes {

  /** For how long a node is passed over the first time. */
  static final long FIRST_NS = 1_000_000_000;

  /** The longest time; a node that was not passed over for as long begins anew. */
  static final long MAX_NS = 16_000_000_000L;

  /** How many nodes are remembered; the one that is passed over no longer first is forgotten. */
  static final int MAX_NODES = 1_000;

  private static final long NEVER = Long.MAX_VALUE;

  /**
   * @param need of the smallest task that was returned
   */
  private record Bounce(Resources need, long forNs, long untilNs) {}

  private final TreeMap<Integer, Bounce> byNode = new TreeMap<>();

  /** Grows when a node is passed over from now on, or no more. */
  private long version;

  /** When the next of them is passed over no more. */
  private long nextBackNs = NEVER;

  /**
   * The node has returned the container of a task that needs so much. Several that were sent there
   * together count as one: they come back one after the other.
   */
  void add(long nowNs, int node, Resources need) {
    byNode.values().removeIf(bounce -> nowNs - bounce.untilNs >= MAX_NS);
    var before = byNode.get(node);
    if (before == null || nowNs >= before.untilNs) {
      long forNs = before == null ? FIRST_NS : Math.min(MAX_NS, 2 * before.forNs);
      byNode.put(node, new Bounce(need, forNs, nowNs + forNs));
      nextBackNs = Math.min(nextBackNs, nowNs + forNs);
      version++;
      forgetOne();
    } else if (!before.need.fitsIn(need)) {
      byNode.put(node, new Bounce(need, before.forNs, before.untilNs));
      version++;
    }
  }

  private void forgetOne() {
    if (byNode.size() > MAX_NODES) {
      byNode.entrySet().stream()
          .min(Comparator.comparingLong(each -> each.getValue().untilNs))
          .ifPresent(first -> byNode.remove(first.getKey()));
    }
  }

  /** Whether the node is passed over by tasks that need so much. */
  boolean contains(long nowNs, int node, Resources need) {
    var bounce = byNode.isEmpty() ? null : byNode.get(node);
    return bounce != null && isPassedOver(nowNs, bounce, need);
  }

  private static boolean isPassedOver(long nowNs, Bounce bounce, Resources need) {
    return nowNs < bounce.untilNs && bounce.need.fitsIn(need);
  }

  /** The first so many nodes that are passed over by such tasks. */
  List<Integer> nodes(long nowNs, Resources need, int most) {
    List<Integer> nodes = new ArrayList<>();
    for (var each : byNode.entrySet()) {
      if (nodes.size() < most && isPassedOver(nowNs, each.getValue(), need)) {
        nodes.add(each.getKey());
      }
    }
    return nodes;
  }

  /** Another number than before where other nodes are passed over than before. */
  long version(long nowNs) {
    if (nowNs >= nextBackNs) {
      version++;
      nextBackNs =
          byNode.values().stream()
              .mapToLong(Bounce::untilNs)
              .filter(untilNs -> nowNs < untilNs)
              .min()
              .orElse(NEVER);
    }
    return version;
  }
}
