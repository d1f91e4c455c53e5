package dev.muster.core.master;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.Notice.NodeAvoided;
import dev.muster.core.event.SchedulerEvent.AvoidedNode;
import dev.muster.core.event.SchedulerEvent.NodesAvoided;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** The nodes that get nothing new for now: those that are suspect, and those that say why not. */
final class AvoidedNodes {

  /** How much of the text of a problem is kept. */
  static final int MAX_PROBLEM = 200;

  private static final int TERM_SHIFT = 40;

  private static final String SUSPECT = "has not reported for a while";

  private final TreeMap<Integer, String> problems = new TreeMap<>();
  private final TreeMap<Integer, String> suspects = new TreeMap<>();

  /** The nodes that were avoided when the set was last published. */
  private final TreeSet<Integer> before = new TreeSet<>();

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

  boolean contains(int node) {
    return (!problems.isEmpty() && problems.containsKey(node))
        || (!suspects.isEmpty() && suspects.containsKey(node));
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
    before.remove(node);
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

  /** The whole set, for schedulers; drivers get who came into it and who left it. */
  NodesAvoided publish(Effects out) {
    published = sequence;
    var all = all();
    var now = new TreeSet<Integer>();
    for (var each : all.nodes()) {
      now.add(each.node());
      if (!before.remove(each.node())) {
        out.publish(new NodeAvoided(each.node(), each.reason()));
      }
    }
    before.forEach(node -> out.publish(new NodeAvoided(node, "")));
    before.clear();
    before.addAll(now);
    return all;
  }

  NodesAvoided all() {
    var all = new TreeMap<>(problems);
    all.putAll(suspects);
    List<AvoidedNode> nodes = new ArrayList<>(all.size());
    all.forEach((node, reason) -> nodes.add(new AvoidedNode(node, reason)));
    return new NodesAvoided(sequence, nodes);
  }
}
