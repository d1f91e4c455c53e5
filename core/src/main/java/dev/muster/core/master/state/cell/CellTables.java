package dev.muster.core.master.state.cell;

import dev.muster.core.cell.Site;
import dev.muster.core.master.state.cell.CellRules.Preemption;

/** The tables of the cell state, and the changes that touch several of them. */
record CellTables(
    MachineTable machines,
    RequestTable requests,
    ClaimTable claims,
    UsageTable usage,
    Partitions partitions) {

  static CellTables empty(Preemption rule) {
    var requests = new RequestTable();
    return new CellTables(
        new MachineTable(),
        requests,
        new ClaimTable(requests, rule),
        new UsageTable(),
        new Partitions());
  }

  /** Adds a tentative claim, and promises its resources. */
  int add(int owner, long id, int machine, int requestSlot) {
    int slot = claims.add(owner, id, machine, requestSlot);
    promise(slot);
    return slot;
  }

  private void promise(int slot) {
    requests.charge(claims.requestSlot(slot));
    machines.promise(claims.machine(slot), claims.request(slot).resources());
    claims.watcher().promised(claims.id(slot), claims.machine(slot), claims.request(slot));
  }

  /** The resources of a claim whose end is decided may be promised to others. */
  void unpromise(int slot) {
    requests.refund(claims.requestSlot(slot));
    machines.unpromise(claims.machine(slot), claims.request(slot).resources());
    claims.watcher().ended(claims.id(slot), claims.machine(slot), claims.request(slot));
  }

  void end(int slot) {
    claims.end(slot);
    unpromise(slot);
  }

  /** Undoes {@link #end}. */
  void cancelEnd(int slot) {
    claims.cancelEnd(slot);
    promise(slot);
  }

  /** Removes a claim; what is free has been updated. */
  void remove(int slot) {
    if (!claims.isEnding(slot)) {
      unpromise(slot);
    }
    claims.remove(slot);
  }

  /** The free resources of the machine are in the next delta of its partition. */
  void noteChange(int machine) {
    partitions.noteChange(machine, Site.partition(machines.site(machine)));
  }

  /** Capacity, site or presence of the machine are in the next delta of its partition. */
  void noteFullChange(int machine) {
    partitions.noteFullChange(machine, Site.partition(machines.site(machine)));
  }

  long bytes() {
    return machines.bytes() + claims.bytes() + partitions.bytes();
  }
}
