package dev.muster.core.scheduler.place;

import dev.muster.model.Explanation;
import dev.muster.model.Explanation.Candidate;
import dev.muster.model.Resources;
import java.util.List;

/** Why nodes of the cell cannot take a task, whatever runs there now. */
public final class NodeReasons {

  /** Of a task that waits until one of them is well again. */
  public static final String ALL_AVOIDED = "all nodes that could take the task are avoided for now";

  private NodeReasons() {}

  /** Adds those that are not eligible, too small or avoided, as many as an explanation keeps. */
  public static void addRuledOut(
      CellNodes nodes, View eligible, Resources need, List<Candidate> candidates) {
    var cell = nodes.view();
    for (int at = 0; at < cell.size() && !isFull(candidates); at++) {
      int node = cell.node(at);
      if (eligible.find(node) < 0) {
        candidates.add(Candidate.ruledOut(node, "does not meet what the stage requires", 0));
      } else if (!cell.fits(at, need)) {
        var reason = "is too small: the task needs " + need + ", the node has " + cell.capacity(at);
        candidates.add(Candidate.ruledOut(node, reason, 0));
      } else if (nodes.isAvoided(node)) {
        candidates.add(Candidate.ruledOut(node, nodes.reason(node), 0));
      }
    }
  }

  /** Whether all nodes that could take the task are avoided, and there is one. */
  public static boolean areAllAvoided(CellNodes nodes, View eligible, Resources need) {
    boolean any = false;
    for (int at = 0; at < eligible.size(); at++) {
      if (eligible.fits(at, need)) {
        if (!nodes.isAvoided(eligible.node(at))) {
          return false;
        }
        any = true;
      }
    }
    return any;
  }

  public static boolean isFull(List<Candidate> candidates) {
    return candidates.size() >= Explanation.MAX_CANDIDATES;
  }
}
