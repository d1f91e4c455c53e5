package dev.muster.core.scheduler.place.sampled;

import java.util.Arrays;

/** Which nodes said that nothing new starts there soon, and until when that is believed. */
final class BusyNodes {

  /** Of nodes that are avoided, nothing is believed for longer: the node may have been wrong. */
  static final long AVOIDED_NS = 10_000_000_000L;

  /** Where being believed busy only means to be drawn last. */
  static final long LAST_NS = 300_000_000_000L;

  private final long believedNs;
  private long[] untilNs = new long[64];

  BusyNodes(long believedNs) {
    this.believedNs = believedNs;
  }

  /** Whether that was not known. */
  boolean note(long nowNs, int node, long forNs) {
    if (node >= untilNs.length) {
      untilNs = Arrays.copyOf(untilNs, Math.max(node + 1, 2 * untilNs.length));
    }
    boolean isNew = !isBusy(nowNs, node);
    untilNs[node] = nowNs + Math.min(forNs, believedNs);
    return isNew;
  }

  boolean isBusy(long nowNs, int node) {
    return node < untilNs.length && untilNs[node] > nowNs;
  }
}
