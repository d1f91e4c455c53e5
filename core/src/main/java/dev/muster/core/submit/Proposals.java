package dev.muster.core.submit;

import dev.muster.core.event.MasterEntry.JobAccepted;
import dev.muster.core.event.MasterEntry.NodeKnown;
import java.util.TreeSet;

/** What is on its way into the log, so that nothing is proposed twice. */
final class Proposals {

  private final TreeSet<String> keys = new TreeSet<>();
  private final TreeSet<Integer> nodes = new TreeSet<>();
  private long tasks;

  boolean has(String key) {
    return keys.contains(key);
  }

  void add(JobAccepted accepted) {
    keys.add(accepted.key());
    tasks += accepted.spec().tasks();
  }

  void committed(JobAccepted accepted) {
    if (keys.remove(accepted.key())) {
      tasks -= accepted.spec().tasks();
    }
  }

  int jobs() {
    return keys.size();
  }

  long tasks() {
    return tasks;
  }

  /** Whether the node is not on its way already. */
  boolean add(int node) {
    return nodes.add(node);
  }

  void committed(NodeKnown known) {
    nodes.remove(known.node());
  }
}
