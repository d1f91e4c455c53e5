package dev.muster.core.master;

import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import dev.muster.core.master.state.RegisteredMachines;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The latest changes of the list of machines, so that schedulers get what changed and not the list.
 * Soft state: a leader that has not seen a change sends the list.
 */
final class MachineChanges {

  /** How many changes are kept: more than the nodes of a tenth of the largest cells. */
  static final int KEPT = 1 << 14;

  private final RegisteredMachines machines;

  /** The node of each version; its complement where the node left. */
  private final int[] nodes = new int[KEPT];

  /** Changes up to this version are not kept, or were never seen. */
  private long before;

  private long latest;

  MachineChanges(RegisteredMachines machines) {
    this.machines = machines;
    this.before = machines.version();
    this.latest = before;
  }

  /** The version up to which changes are known. */
  long latest() {
    return latest;
  }

  void changed(int node) {
    add(node);
  }

  void left(int node) {
    add(~node);
  }

  private void add(int change) {
    latest++;
    nodes[(int) (latest % KEPT)] = change;
    before = Math.max(before, latest - KEPT);
  }

  /** Whether all changes since this version are known. */
  boolean has(long version) {
    return before <= version && version <= latest;
  }

  MachinesChanged since(long version) {
    var changed = new TreeSet<Integer>();
    var left = new TreeSet<Integer>();
    for (long at = version + 1; at <= latest; at++) {
      int change = nodes[(int) (at % KEPT)];
      if (change < 0) {
        left.add(~change);
      } else {
        changed.add(change);
      }
    }
    List<Machine> present = new ArrayList<>(changed.size());
    for (int node : changed) {
      var machine = machines.machine(node);
      if (machine != null) {
        present.add(machine);
      }
    }
    return new MachinesChanged(version, latest, present, List.copyOf(left));
  }
}
