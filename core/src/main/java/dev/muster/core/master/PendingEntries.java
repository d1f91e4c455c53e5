package dev.muster.core.master;

import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import java.util.TreeSet;

/** What is on its way into the log, so that nothing is proposed twice. */
final class PendingEntries {

  private final TreeSet<String> keys = new TreeSet<>();
  private final TreeSet<Integer> nodes = new TreeSet<>();
  private long tasks;

  boolean has(String key) {
    return keys.contains(key);
  }

  void add(JobOpened accepted) {
    keys.add(accepted.key());
    tasks += accepted.spec().tasks();
  }

  void committed(JobOpened accepted) {
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

  void committed(MachineRegistered known) {
    nodes.remove(known.node());
  }
}
