package dev.muster.core.master.central;

import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.model.Require;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which machines are as stages require; sought once for all stages that require the same. */
final class EligibleMachines {

  /** How many requirements are remembered; the oldest goes first. */
  static final int MAX_REQUIREMENTS = 1_000;

  private final RegisteredMachines machines;
  private final Map<Require, BitSet> found = new LinkedHashMap<>();
  private long version = -1;

  EligibleMachines(RegisteredMachines machines) {
    this.machines = machines;
  }

  boolean has(Require require, int node) {
    return require.isNothing() || of(require).get(node);
  }

  /** Of a requirement that asks for something. */
  BitSet of(Require require) {
    if (version != machines.version()) {
      version = machines.version();
      found.clear();
    }
    var nodes = found.get(require);
    if (nodes == null) {
      if (found.size() == MAX_REQUIREMENTS) {
        found.remove(found.keySet().iterator().next());
      }
      nodes = new BitSet();
      for (var machine : machines.qualifying(require)) {
        nodes.set(machine.node());
      }
      found.put(require, nodes);
    }
    return nodes;
  }
}
