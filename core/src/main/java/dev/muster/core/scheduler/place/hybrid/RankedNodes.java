package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.actor.Timing;
import dev.muster.core.scheduler.place.load.NodeLoads;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;

/**
 * The nodes by rank, the estimated queueing delay (R of Mercury), as of their latest reports, each
 * with what this scheduler has sent there since: without that all schedulers would send everything
 * to the nodes that were the best a second ago.
 */
final class RankedNodes {

  /** No node will do. */
  static final int NONE = -1;

  /** How many nodes are looked at for one task before those found must do. */
  static final int MAX_LOOKED_AT = 4_096;

  /** For so long at the most nothing is sent to a node that returned something. */
  static final long MAX_CLOSED_NS = 10_000_000_000L;

  private static final long UNRANKED = -1;
  private static final long NEVER = Long.MIN_VALUE;
  private static final int NODE_BITS = 20;
  private static final long MOST_MS = Long.MAX_VALUE >>> (NODE_BITS + 1);
  private static final long MS = 1_000_000;

  private final NodeLoads loads;
  private final RandomGenerator chance;

  /**
   * Changes the numbers of nodes in the set: of nodes with the same rank, such as all that have
   * something free, each scheduler has others first.
   */
  private final int salt;

  private final TreeSet<Long> byRank = new TreeSet<>();

  /** What each node is in the set as. */
  private long[] keys = {};

  /** How long what was sent to each node takes, and when the latest of that was sent. */
  private long[] sentNs = {};

  private long[] lastSentNs = {};

  /** A task came back from the node; nothing is sent there before it reports again. */
  private long[] returnedNs = {};

  RankedNodes(NodeLoads loads, RandomGenerator chance) {
    this.loads = loads;
    this.chance = chance;
    this.salt = chance.nextInt(1 << NODE_BITS);
  }

  /** The node has reported its load. */
  void reported(int node) {
    grow(node);
    if (loads.reportedNs(node) >= lastSentNs[node]) {
      sentNs[node] = 0;
    }
    rank(node);
  }

  /** A task that takes so long was sent there. */
  void sent(long nowNs, int node, long ns) {
    grow(node);
    sentNs[node] += ns;
    lastSentNs[node] = nowNs;
    if (keys[node] != UNRANKED) {
      rank(node);
    }
  }

  void returned(long nowNs, int node) {
    grow(node);
    returnedNs[node] = nowNs;
  }

  /** Whether the node may be sent something, whatever its rank. */
  boolean isOpen(long nowNs, int node) {
    return node >= returnedNs.length
        || returnedNs[node] == NEVER
        || loads.reportedNs(node) > returnedNs[node]
        || nowNs - returnedNs[node] >= MAX_CLOSED_NS;
  }

  private void rank(int node) {
    if (keys[node] != UNRANKED) {
      byRank.remove(keys[node]);
      keys[node] = UNRANKED;
    }
    long rankNs = loads.rankNs(node);
    if (rankNs != NodeLoads.UNRANKED) {
      long ms = Math.min(MOST_MS, Timing.later(rankNs, sentNs[node]) / MS);
      keys[node] = (ms << NODE_BITS) | (node ^ salt);
      byRank.add(keys[node]);
    }
  }

  /**
   * One of so many nodes with the smallest ranks, of those that will do, at random; {@link #NONE}
   * where none is ranked that will do.
   */
  int choose(long nowNs, int top, IntPredicate suits) {
    int[] best = new int[Math.min(top, byRank.size())];
    int found = 0;
    int left = MAX_LOOKED_AT;
    for (var key : byRank) {
      int node = (int) (key & ((1 << NODE_BITS) - 1)) ^ salt;
      if (suits.test(node) && isOpen(nowNs, node)) {
        best[found++] = node;
      }
      if (found == best.length || --left == 0) {
        break;
      }
    }
    return found == 0 ? NONE : best[chance.nextInt(found)];
  }

  /** Of two nodes the one with the smaller rank is before the other; unknown ones come last. */
  long rankMs(int node) {
    return node < keys.length && keys[node] != UNRANKED ? keys[node] >>> NODE_BITS : Long.MAX_VALUE;
  }

  private void grow(int node) {
    if (node >= keys.length) {
      int before = keys.length;
      int length = Math.max(node + 1, before * 2);
      keys = Arrays.copyOf(keys, length);
      Arrays.fill(keys, before, length, UNRANKED);
      sentNs = Arrays.copyOf(sentNs, length);
      lastSentNs = Arrays.copyOf(lastSentNs, length);
      returnedNs = Arrays.copyOf(returnedNs, length);
      Arrays.fill(returnedNs, before, length, NEVER);
    }
  }
}
