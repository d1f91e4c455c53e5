package dev.muster.core.scheduler.place;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The nodes of the cell as a scheduler knows them, and which of them get no task now. */
public final class CellNodes {

  /** No node is suspect for longer: the node may be back and have nothing to send. */
  static final long SUSPECT_NS = 60_000_000_000L;

  private final TreeMap<Integer, Long> suspectUntilNs = new TreeMap<>();
  private final BlamedNodes blamed = new BlamedNodes();
  private View view = View.EMPTY;

  public View view() {
    return view;
  }

  public void see(View newer) {
    view = newer;
    blamed.see(newer);
  }

  /** Those that this scheduler avoids by what became of its own tasks. */
  public BlamedNodes blamed() {
    return blamed;
  }

  /** Whether no node at all is avoided. */
  public boolean avoidsNone() {
    return blamed.isEmpty();
  }

  /** Whether no task is to start on a node now, as long as another node will do. */
  public boolean isAvoided(long nowNs, int node) {
    return !avoidsNone() && problem(nowNs, node) != null;
  }

  /** Why a node is avoided; null where it is not. */
  public @Nullable String problem(long nowNs, int node) {
    return blamed.problem(nowNs, node);
  }

  /** A task starts on a node, or is about to. */
  public void started(long nowNs, int node) {
    if (!blamed.isEmpty()) {
      blamed.started(nowNs, node);
    }
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
