package dev.muster.core.scheduler.place;

import java.util.Arrays;

/** Which nodes said that nobody gets a turn there soon, and until when that is believed. */
final class Occupation {

  /** Nothing is believed for longer: the node may have been wrong. */
  static final long BELIEVED_NS = 10_000_000_000L;

  private long[] untilNs = new long[64];

  /** Whether that was not known. */
  boolean hear(long nowNs, int node, long forNs) {
    if (node >= untilNs.length) {
      untilNs = Arrays.copyOf(untilNs, Math.max(node + 1, 2 * untilNs.length));
    }
    boolean news = !isTaken(nowNs, node);
    untilNs[node] = nowNs + Math.min(forNs, BELIEVED_NS);
    return news;
  }

  boolean isTaken(long nowNs, int node) {
    return node < untilNs.length && untilNs[node] > nowNs;
  }
}
