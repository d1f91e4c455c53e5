package dev.muster.core.scheduler.place;

import java.util.TreeMap;

/** The nodes of the cell as a scheduler knows them, and which of them are suspect. */
public final class CellNodes {

  /** No node is suspect for longer: the node may be back and have nothing to send. */
  static final long SUSPECT_NS = 60_000_000_000L;

  private final TreeMap<Integer, Long> suspectUntilNs = new TreeMap<>();
  private View view = View.EMPTY;

  public View view() {
    return view;
  }

  public void see(View newer) {
    view = newer;
  }

  /** Attempts were lost with a node because it did not answer. */
  public void suspect(long nowNs, int node) {
    suspectUntilNs.put(node, nowNs + SUSPECT_NS);
  }

  public void answered(int node) {
    suspectUntilNs.remove(node);
  }

  /** Whether a node did not answer and has not since: its resources only seem free. */
  public boolean isSuspect(long nowNs, int node) {
    return suspectUntilNs.getOrDefault(node, Long.MIN_VALUE) > nowNs;
  }
}
