package dev.muster.core.master;

import dev.muster.core.event.SchedulerEvent.AvoidedNode;
import dev.muster.core.event.SchedulerEvent.NodesAvoided;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The nodes that get nothing new for now: those that are suspect, and those that say why not. */
final class AvoidedNodes {

  /** How much of the text of a problem is kept. */
  static final int MAX_PROBLEM = 200;

  private static final int TERM_SHIFT = 40;

  private static final String SUSPECT = "has not reported for a while";

  private final TreeMap<Integer, String> problems = new TreeMap<>();
  private final TreeMap<Integer, String> suspects = new TreeMap<>();
  private long sequence;
  private long published;

  /**
   * @param term of the leader: its sequence follows those of all leaders before
   */
  AvoidedNodes(long term) {
    this.sequence = term << TERM_SHIFT;
    this.published = sequence;
  }

  void suspect(int node) {
    suspects.put(node, SUSPECT);
    sequence++;
  }

  void unsuspect(int node) {
    sequence += suspects.remove(node) == null ? 0 : 1;
  }

  /** What the latest report of a node says; empty where the node is well. */
  void problem(int node, String problem) {
    if (problem.isEmpty()) {
      sequence += problems.remove(node) == null ? 0 : 1;
      return;
    }
    var kept = problem.substring(0, Math.min(problem.length(), MAX_PROBLEM));
    sequence += kept.equals(problems.put(node, kept)) ? 0 : 1;
  }

  /** The node has left the cell. */
  void forget(int node) {
    unsuspect(node);
    problem(node, "");
  }

  /**
   * Whether a scheduler that knows the set with this sequence, 0 for none, has something to learn.
   */
  boolean isNewFor(long known) {
    return known != sequence && (known != 0 || !problems.isEmpty() || !suspects.isEmpty());
  }

  boolean isPublished() {
    return published == sequence;
  }

  NodesAvoided publish() {
    published = sequence;
    return all();
  }

  NodesAvoided all() {
    var all = new TreeMap<>(problems);
    all.putAll(suspects);
    List<AvoidedNode> nodes = new ArrayList<>(all.size());
    all.forEach((node, reason) -> nodes.add(new AvoidedNode(node, reason)));
    return new NodesAvoided(sequence, nodes);
  }
}
