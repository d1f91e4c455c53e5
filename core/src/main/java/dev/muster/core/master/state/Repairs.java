package dev.muster.core.master.state;

import dev.muster.core.cell.Request;
import dev.muster.core.cell.Site;

/** Finds another machine for a claim that its own has no room for. */
final class Repairs {

  /** How many machines are looked at in search of an equivalent one. */
  static final int TRIES = 64;

  private final MachineTable machines;
  private final Partitions partitions;

  Repairs(Tables tables) {
    this.machines = tables.machines();
    this.partitions = tables.partitions();
  }

  /** A machine of the same partition and kind that has room, among those that follow it. */
  int equivalent(int machine, Request request) {
    long site = machines.site(machine);
    var partition = partitions.find(Site.partition(site));
    int position = partitions.position(machine);
    int tries = Math.min(TRIES, partition.size() - 1);
    for (int step = 1; step <= tries; step++) {
      int other = partition.member((position + step) % partition.size());
      if (Site.kind(machines.site(other)) == Site.kind(site)
          && machines.fits(other, request.resources())) {
        return other;
      }
    }
    return Decision.NOWHERE;
  }
}
