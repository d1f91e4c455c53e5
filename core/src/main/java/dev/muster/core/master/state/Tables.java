package dev.muster.core.master.state;

import dev.muster.core.cell.Site;

/** All that the state of a cell is kept in, and what touches several of them at once. */
record Tables(
    MachineTable machines,
    AskTable asks,
    ClaimTable claims,
    Holdings holdings,
    Partitions partitions) {

  static Tables empty(Preemption rule) {
    var asks = new AskTable();
    return new Tables(
        new MachineTable(), asks, new ClaimTable(asks, rule), new Holdings(), new Partitions());
  }

  /** Adds a claim that is decided, and promises its room. */
  int add(int owner, long id, int machine, int askSlot) {
    int slot = claims.add(owner, id, machine, askSlot);
    asks.hold(askSlot);
    machines.promise(machine, asks.ask(askSlot).resources());
    return slot;
  }

  /** Decided that it ends: its room may be promised to others. */
  void end(int slot) {
    claims.setGoing(slot, true);
    asks.letGo(claims.askSlot(slot));
    machines.unpromise(claims.machine(slot), claims.ask(slot).resources());
  }

  /** Takes back an {@link #end}. */
  void keep(int slot) {
    claims.setGoing(slot, false);
    asks.hold(claims.askSlot(slot));
    machines.promise(claims.machine(slot), claims.ask(slot).resources());
  }

  /** Takes a claim off the books; what is free has been seen to. */
  void drop(int slot) {
    if (!claims.isGoing(slot)) {
      asks.letGo(claims.askSlot(slot));
      machines.unpromise(claims.machine(slot), claims.ask(slot).resources());
    }
    claims.remove(slot);
  }

  /** Copies of the machine's partition are to hear that it changed. */
  void note(int machine) {
    partitions.note(machine, Site.partition(machines.site(machine)));
  }

  /** The same, and more of it changed than what is free. */
  void noteShape(int machine) {
    partitions.noteShape(machine, Site.partition(machines.site(machine)));
  }

  long bytes() {
    return machines.bytes() + claims.bytes() + partitions.bytes();
  }
}
