package dev.muster.core.scheduler;

import java.util.TreeMap;

/**
 * Nodes that tasks were lost with because nobody answered, until they are heard again: the cell
 * counts their room as free, but it may well be dark there.
 */
final class Silence {

  /** Nothing is believed for longer: the node may be back and have nothing to say. */
  static final long BELIEVED_NS = 60_000_000_000L;

  private final TreeMap<Integer, Long> untilNs = new TreeMap<>();

  void note(long nowNs, int node) {
    untilNs.put(node, nowNs + BELIEVED_NS);
  }

  void heard(int node) {
    untilNs.remove(node);
  }

  boolean isSilent(long nowNs, int node) {
    return untilNs.getOrDefault(node, Long.MIN_VALUE) > nowNs;
  }
}
