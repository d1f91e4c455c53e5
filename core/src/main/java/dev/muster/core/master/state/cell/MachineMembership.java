package dev.muster.core.master.state.cell;

import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.ClaimRef;
import dev.muster.core.cell.Site;
import dev.muster.core.master.state.cell.CellState.Applied;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Applies that machines join, move, change capacity and leave. */
final class MachineMembership {

  private final CellTables tables;
  private final MachineTable machines;
  private final ClaimTable claims;
  private final Partitions partitions;

  /** How many promised claims are on machines that have left. */
  private int orphaned;

  MachineMembership(CellTables tables) {
    this.tables = tables;
    this.machines = tables.machines();
    this.claims = tables.claims();
    this.partitions = tables.partitions();
  }

  Applied join(MachineJoined joined) {
    int machine = joined.machine();
    if (machines.has(machine)) {
      move(machine, joined.site());
      return resize(machine, joined.capacity());
    }
    machines.join(machine, joined.capacity(), joined.site());
    restorePromises(machine);
    partitions.add(machine, joined.site().partition());
    tables.noteFullChange(machine);
    return Applied.AS_DECIDED;
  }

  /** Claims that were promised before the machine left will be applied, now that it is back. */
  private void restorePromises(int machine) {
    if (orphaned == 0) {
      return;
    }
    for (int slot : claims.on(machine).toArray()) {
      orphaned--;
      if (!claims.isEnding(slot)) {
        machines.promise(machine, claims.request(slot).resources());
      }
    }
  }

  private void move(int machine, Site site) {
    int before = Site.partition(machines.site(machine));
    partitions.noteFullChange(machine, before);
    partitions.remove(machine, before);
    machines.move(machine, site);
    partitions.add(machine, site.partition());
  }

  Applied leave(int machine) {
    if (!machines.has(machine)) {
      return Applied.AS_DECIDED;
    }
    tables.noteFullChange(machine);
    partitions.remove(machine, Site.partition(machines.site(machine)));
    machines.leave(machine);
    var lost = new ArrayList<ClaimRef>();
    for (int slot : claims.on(machine).toArray()) {
      if (claims.isApplied(slot)) {
        lost.add(claims.ref(slot));
        tables.remove(slot);
      } else {
        orphaned++;
      }
    }
    lost.sort(Comparator.comparingInt(ClaimRef::owner).thenComparingLong(ClaimRef::id));
    return new Applied(List.copyOf(lost), false);
  }

  /** Removes a claim whose machine had left when its entry was applied. */
  void removeOrphaned(int slot) {
    machines.rewindPromised(claims.machine(slot));
    orphaned--;
    tables.remove(slot);
  }

  Applied resize(int machine, Resources capacity) {
    if (!machines.has(machine)) {
      return Applied.AS_DECIDED;
    }
    boolean overcommitted = machines.resize(machine, capacity);
    tables.noteFullChange(machine);
    return overcommitted ? new Applied(List.of(), true) : Applied.AS_DECIDED;
  }

  void forgetPromises() {
    machines.forgetPromises();
    orphaned = 0;
  }
}
