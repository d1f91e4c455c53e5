package dev.muster.core.scheduler.place;

import java.util.TreeMap;

/** The nodes of the cell as a scheduler knows them, and those of them that have not answered. */
public final class CellNodes {

  /** No silence is believed for longer: the node may be back and have nothing to say. */
  static final long BELIEVED_NS = 60_000_000_000L;

  private final TreeMap<Integer, Long> silentUntilNs = new TreeMap<>();
  private View view = View.EMPTY;

  public View view() {
    return view;
  }

  public void see(View newer) {
    view = newer;
  }

  /** Attempts were lost with a node because it did not answer. */
  public void lost(long nowNs, int node) {
    silentUntilNs.put(node, nowNs + BELIEVED_NS);
  }

  public void heard(int node) {
    silentUntilNs.remove(node);
  }

  /** Whether a node was lost and has not been heard since: its resources only seem free. */
  public boolean isSilent(long nowNs, int node) {
    return silentUntilNs.getOrDefault(node, Long.MIN_VALUE) > nowNs;
  }
}
