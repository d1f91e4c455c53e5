package dev.muster.core.master.state;

import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.ClaimRef;
import dev.muster.core.cell.Site;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which machines there are: applies that they join, move, change and leave. */
final class Roster {

  private final Tables tables;
  private final MachineTable machines;
  private final ClaimTable claims;
  private final Partitions partitions;

  /** Claims that are decided, not applied, and on a machine that left meanwhile. */
  private int stranded;

  Roster(Tables tables) {
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
    keepPromises(machine);
    partitions.add(machine, joined.site().partition());
    tables.noteShape(machine);
    return Applied.QUIETLY;
  }

  /** What was decided before the machine left and is not applied will be, now that it is back. */
  private void keepPromises(int machine) {
    if (stranded == 0) {
      return;
    }
    for (int slot : claims.on(machine).toArray()) {
      stranded--;
      if (!claims.isGoing(slot)) {
        machines.promise(machine, claims.ask(slot).resources());
      }
    }
  }

  private void move(int machine, Site site) {
    int before = Site.partition(machines.site(machine));
    partitions.noteShape(machine, before);
    partitions.remove(machine, before);
    machines.move(machine, site);
    partitions.add(machine, site.partition());
  }

  Applied leave(int machine) {
    if (!machines.has(machine)) {
      return Applied.QUIETLY;
    }
    tables.noteShape(machine);
    partitions.remove(machine, Site.partition(machines.site(machine)));
    machines.leave(machine);
    var lost = new ArrayList<ClaimRef>();
    for (int slot : claims.on(machine).toArray()) {
      if (claims.isApplied(slot)) {
        lost.add(claims.ref(slot));
        tables.drop(slot);
      } else {
        stranded++;
      }
    }
    lost.sort(Comparator.comparingInt(ClaimRef::owner).thenComparingLong(ClaimRef::id));
    return new Applied(List.copyOf(lost), false);
  }

  /** A claim whose machine was gone when its turn in the log came. */
  void lose(int slot) {
    machines.rewindPromised(claims.machine(slot));
    stranded--;
    tables.drop(slot);
  }

  Applied resize(int machine, Resources capacity) {
    if (!machines.has(machine)) {
      return Applied.QUIETLY;
    }
    boolean broken = machines.resize(machine, capacity);
    tables.noteShape(machine);
    return broken ? new Applied(List.of(), true) : Applied.QUIETLY;
  }

  void forgetPromises() {
    machines.forgetPromises();
    stranded = 0;
  }
}
