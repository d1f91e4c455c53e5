package dev.muster.core.monitor;

import java.util.Arrays;

/**
 * The curated list of lightly loaded nodes: those where a task of a quarter of the machine would
 * wait least, without those that are avoided, fail again and again, are about to be taken away, or
 * have not reported of late. Curated on the beat, not when somebody asks.
 *
 * <p>Waits are compared by their order of magnitude, which takes one pass and no sorting. Where
 * more nodes than wanted are as good as each other, each list begins where the last one ended, so
 * that all get their share.
 */
final class LightNodes {

  /** One node in so many is on the list. */
  static final int PARTS = 10;

  /** In small cells more are. */
  static final int LEAST = 16;

  static final int MOST = 2_048;

  /** The level of the grid that is a quarter of the machine. */
  static final int LEVEL = 5;

  /** A node with so many failures of late is a repeat offender. */
  static final double OFFENDER = 2;

  /** A node whose maintenance begins sooner is about to be taken away. */
  static final long ABOUT_TO_LEAVE_NS = 60_000_000_000L;

  private static final int BUCKETS = Long.SIZE + 1;
  private static final int UNFIT = -1;

  private final MonitoredNodes cell;
  private final LoadTable table;
  private final long freshNs;
  private int[] nodes = {};
  private long sequence;
  private int begin;
  private byte[] buckets = {};

  /**
   * @param freshNs how old a report may be
   */
  LightNodes(MonitoredNodes cell, LoadTable table, long freshNs) {
    this.cell = cell;
    this.table = table;
    this.freshNs = freshNs;
  }

  boolean isEmpty() {
    return nodes.length == 0;
  }

  /** Ordered by node. */
  int[] nodes() {
    return nodes;
  }

  /** With which the list changed last. */
  long sequence() {
    return sequence;
  }

  void curate(long nowNs) {
    int[] light = light(nowNs);
    if (!Arrays.equals(light, nodes)) {
      nodes = light;
      sequence = table.nextSequence();
    }
  }

  private int[] light(long nowNs) {
    int[] sizes = new int[BUCKETS];
    buckets = buckets.length < cell.size() ? new byte[cell.size()] : buckets;
    int fit = 0;
    for (int at = 0; at < cell.size(); at++) {
      int bucket = bucket(nowNs, cell.node(at));
      buckets[at] = (byte) bucket;
      if (bucket != UNFIT) {
        sizes[bucket]++;
        fit++;
      }
    }
    int wanted = Math.min(fit, Math.clamp(cell.size() / PARTS, LEAST, MOST));
    int last = 0;
    int below = 0;
    while (below + sizes[last] < wanted) {
      below += sizes[last++];
    }
    return chosen(wanted, last, wanted - below);
  }

  /** All that are better than the last bucket, and so many of those in it. */
  private int[] chosen(int wanted, int last, int ofLast) {
    int[] light = new int[wanted];
    int size = cell.size();
    int found = 0;
    int left = ofLast;
    int end = begin;
    for (int step = 0; step < size; step++) {
      int at = (begin + step) % size;
      boolean isOfLast = buckets[at] == last && left > 0;
      if (isOfLast) {
        left--;
        end = at + 1;
      }
      if (isOfLast || (buckets[at] != UNFIT && buckets[at] < last)) {
        light[found++] = cell.node(at);
      }
    }
    begin = end;
    Arrays.sort(light);
    return light;
  }

  /** The order of magnitude of the wait. */
  private int bucket(long nowNs, int node) {
    var waits = table.waits();
    if (!waits.isKnown(node)
        || nowNs - waits.reportedNs(node) > freshNs
        || cell.isAvoided(node)
        || table.failures(nowNs, node) >= OFFENDER
        || table.maintenanceFromNs(node) - nowNs < ABOUT_TO_LEAVE_NS) {
      return UNFIT;
    }
    long waitNs = Math.max(waits.cpuWaitNs(node, LEVEL), waits.memoryWaitNs(node, LEVEL));
    return Long.SIZE - Long.numberOfLeadingZeros(waitNs);
  }
}
