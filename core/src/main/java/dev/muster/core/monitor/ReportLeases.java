package dev.muster.core.monitor;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.ReportLoad;
import java.util.Arrays;

/**
 * Has nodes report for a while, and again before that is over. A node that does not report has
 * missed its lease, or restarted, and gets it again.
 *
 * <p>Leases are spread: a beat sends to one node in {@link #BEATS}, and the later ones of a node
 * come at an interval of its own, so that the cell is never asked all at once.
 */
final class ReportLeases {

  /** In so many beats the whole cell gets its first leases. */
  static final int BEATS = 10;

  /** How many may get theirs in one beat even in a small cell. */
  static final int LEAST = 32;

  /** How many intervals a lease lasts; half to three quarters of it before the next one. */
  static final int LEASE_INTERVALS = 20;

  /** After so many intervals without a report a node gets its lease again. */
  static final int SILENT_INTERVALS = 3;

  private static final int SPREAD = 1_000;

  private final MonitoredNodes cell;
  private final LoadTable table;
  private final long everyNs;
  private long[] sentNs = {};
  private int cursor;

  ReportLeases(MonitoredNodes cell, LoadTable table, long everyNs) {
    this.cell = cell;
    this.table = table;
    this.everyNs = everyNs;
  }

  void beat(long nowNs, Effects out) {
    int size = cell.size();
    int left = Math.max(LEAST, Math.ceilDiv(size, BEATS));
    for (int step = 0; step < size && left > 0; step++) {
      cursor = cursor + 1 < size ? cursor + 1 : 0;
      int node = cell.node(cursor);
      if (isDue(nowNs, node)) {
        sent(nowNs, node);
        out.send(NodeEvent.at(node), new ReportLoad(everyNs, LEASE_INTERVALS * everyNs));
        left--;
      }
    }
  }

  private boolean isDue(long nowNs, int node) {
    if (node >= sentNs.length || sentNs[node] == 0) {
      return true;
    }
    long agoNs = nowNs - sentNs[node];
    long silentNs = SILENT_INTERVALS * everyNs;
    boolean isSilent =
        !table.waits().isKnown(node) || nowNs - table.waits().reportedNs(node) > silentNs;
    return agoNs >= renewNs(node) || (isSilent && agoNs > silentNs);
  }

  private long renewNs(int node) {
    long half = LEASE_INTERVALS * everyNs / 2;
    return half + Math.floorMod(node * 7_919L, SPREAD) * (half / 2 / SPREAD);
  }

  private void sent(long nowNs, int node) {
    if (node >= sentNs.length) {
      sentNs = Arrays.copyOf(sentNs, Math.max(node + 1, sentNs.length * 2));
    }
    sentNs[node] = nowNs;
  }

  /** The node has left the cell; whoever joins with its number gets a lease at once. */
  void forget(int node) {
    if (node < sentNs.length) {
      sentNs[node] = 0;
    }
  }
}
