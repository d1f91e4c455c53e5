package dev.muster.core.monitor;

import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import dev.muster.core.event.SchedulerEvent.NodesAvoided;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** The nodes of the cell, and those to avoid, as the master tells. */
final class MonitoredNodes {

  /** Each with the version of the list with which it joined. */
  private final TreeMap<Integer, Long> joined = new TreeMap<>();

  private int[] nodes = {};
  private boolean[] present = {};
  private boolean[] avoided = {};
  private long version;
  private long avoidedSequence;

  long version() {
    return version;
  }

  long avoidedSequence() {
    return avoidedSequence;
  }

  int size() {
    return nodes.length;
  }

  int node(int at) {
    return nodes[at];
  }

  boolean has(int node) {
    return node >= 0 && node < present.length && present[node];
  }

  boolean isAvoided(int node) {
    return node < avoided.length && avoided[node];
  }

  /** All nodes as of a version; gives those that left, even where they have joined again since. */
  List<Integer> received(MachineList list) {
    if (list.version() <= version) {
      return List.of();
    }
    var left = new TreeSet<>(joined.keySet());
    for (var machine : list.machines()) {
      if (machine.joined() <= version) {
        left.remove(machine.node());
      }
    }
    joined.clear();
    join(list.version(), list.machines());
    return List.copyOf(left);
  }

  /** Changes of another version are stale, or asked for anew on the next beat. */
  List<Integer> received(MachinesChanged changes) {
    if (changes.from() != version) {
      return List.of();
    }
    joined.keySet().removeAll(changes.left());
    join(changes.version(), changes.changed());
    return changes.left();
  }

  private void join(long newer, List<Machine> machines) {
    version = newer;
    machines.forEach(machine -> joined.put(machine.node(), machine.joined()));
    nodes = joined.keySet().stream().mapToInt(Integer::intValue).toArray();
    present = flags(nodes);
  }

  void received(NodesAvoided message) {
    if (message.sequence() > avoidedSequence) {
      avoidedSequence = message.sequence();
      avoided = flags(message.nodes().stream().mapToInt(each -> each.node()).toArray());
    }
  }

  private static boolean[] flags(int[] set) {
    boolean[] flags = new boolean[Arrays.stream(set).max().orElse(-1) + 1];
    for (int node : set) {
      flags[node] = true;
    }
    return flags;
  }
}
