package dev.muster.core.scheduler.place;

import dev.muster.model.Explanation;
import dev.muster.model.Explanation.Candidate;
import dev.muster.model.Resources;
import java.util.List;

/** Why nodes of the cell cannot take a task at all, whatever runs there now. */
public final class NodeReasons {

  private NodeReasons() {}

  /** Adds those that are not eligible or too small, as many as an explanation keeps. */
  public static void addRuledOut(
      View cell, View eligible, Resources need, List<Candidate> candidates) {
    for (int at = 0; at < cell.size() && !isFull(candidates); at++) {
      int node = cell.node(at);
      if (eligible.find(node) < 0) {
        candidates.add(Candidate.ruledOut(node, "does not meet what the stage requires", 0));
      } else if (!cell.fits(at, need)) {
        var reason = "is too small: the task needs " + need + ", the node has " + cell.capacity(at);
        candidates.add(Candidate.ruledOut(node, reason, 0));
      }
    }
  }

  public static boolean isFull(List<Candidate> candidates) {
    return candidates.size() >= Explanation.MAX_CANDIDATES;
  }
}
