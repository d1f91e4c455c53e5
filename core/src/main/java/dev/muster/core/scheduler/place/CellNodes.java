package dev.muster.core.scheduler.place;

import dev.muster.core.event.SchedulerEvent.NodesAvoided;
import java.util.Arrays;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The nodes of the cell as a scheduler knows them, and which of them get nothing new for now. */
public final class CellNodes {

  private static final boolean[] NONE = {};

  private final TreeMap<Integer, String> reasons = new TreeMap<>();
  private final BlamedNodes blamed = new BlamedNodes();
  private View view = View.EMPTY;
  private long sequence;

  /** The same by node; as long as the highest of them needs. */
  private boolean[] avoided = NONE;

  /** Of each node, the sequence of the set in which it was no longer; 0 where it never was. */
  private long[] wellSince = {};

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
    return blamed.isEmpty() && reasons.isEmpty();
  }

  /** Whether no task is to start on a node now, as long as another node will do. */
  public boolean isAvoided(long nowNs, int node) {
    return !avoidsNone() && problem(nowNs, node) != null;
  }

  /** Why a node is avoided; null where it is not. */
  public @Nullable String problem(long nowNs, int node) {
    var reason = reasons.get(node);
    return reason == null ? blamed.problem(nowNs, node) : reason;
  }

  /** A task is sent to a node; one whose claim is not decided may never be. */
  public void started(long nowNs, int node) {
    if (!blamed.isEmpty()) {
      blamed.started(nowNs, node);
    }
  }

  /** These nodes are avoided from now on, and no others; false where the message is stale. */
  public boolean avoid(NodesAvoided message) {
    if (message.sequence() <= sequence) {
      return false;
    }
    sequence = message.sequence();
    if (!reasons.isEmpty()) {
      int highest = reasons.lastKey();
      wellSince = Arrays.copyOf(wellSince, Math.max(wellSince.length, highest + 1));
      reasons.keySet().forEach(node -> wellSince[node] = sequence);
    }
    reasons.clear();
    message.nodes().forEach(each -> reasons.put(each.node(), each.reason()));
    avoided = reasons.isEmpty() ? NONE : new boolean[reasons.lastKey() + 1];
    reasons.keySet().forEach(node -> avoided[node] = true);
    return true;
  }

  /** Of the latest set of nodes to avoid. */
  public long avoidedSequence() {
    return sequence;
  }

  /** Whether the master says that the node is suspect or sick: it gets nothing new at all. */
  public boolean isAvoided(int node) {
    return node < avoided.length && avoided[node];
  }

  /** Whether a node was avoided in the set of that sequence, or in a later one, and is not now. */
  public boolean isWellAgain(int node, long since) {
    return node < wellSince.length && wellSince[node] > since && !isAvoided(node);
  }

  /** How many nodes of a view are not avoided. */
  public int usable(View nodes) {
    int usable = nodes.size();
    for (int node : reasons.keySet()) {
      usable -= nodes.find(node) < 0 ? 0 : 1;
    }
    return usable;
  }

  /** Why the master has a node avoided; empty where the master does not. */
  public String reason(int node) {
    return reasons.getOrDefault(node, "");
  }
}
