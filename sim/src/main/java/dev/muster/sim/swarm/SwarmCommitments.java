package dev.muster.sim.swarm;

import dev.muster.check.BrokenPromise;
import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.MasterEntry.ContainersPlaced;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.model.Resources;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Promise 3, in the cell state: no container is placed where it does not fit beside all other
 * claims. Machines that become smaller are not looked at: what was there before stays.
 */
final class SwarmCommitments implements Observer {

  private final Supplier<CellState> state;
  private final Map<Integer, Resources> capacities = new HashMap<>();
  private final Set<Integer> changed = new HashSet<>();

  /** Where containers are being placed by the event that goes on. */
  private final Set<Integer> placed = new HashSet<>();

  /**
   * @param state that of whoever leads
   */
  SwarmCommitments(Supplier<CellState> state) {
    this.state = state;
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (!placed.isEmpty()) {
      placed.forEach(this::verify);
      placed.clear();
    }
    if (event instanceof EntryCommitted committed) {
      switch (committed.entry()) {
        case MachineRegistered joined -> {
          var before = capacities.put(joined.node(), joined.capacity());
          if (before != null && !before.equals(joined.capacity())) {
            changed.add(joined.node());
          }
        }
        case ContainersPlaced containers -> {
          for (int node : containers.claims().machines()) {
            placed.add(node);
          }
        }
        default -> {} // places no container
      }
    }
  }

  private void verify(int node) {
    var cell = state.get();
    if (cell.has(node) && !changed.contains(node) && cell.available(node).isNegative()) {
      throw new BrokenPromise(
          3,
          "containers on node-%d leave %s of %s"
              .formatted(node, cell.available(node), cell.capacity(node)));
    }
  }
}
