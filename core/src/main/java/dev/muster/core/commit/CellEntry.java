package dev.muster.core.commit;

import dev.muster.core.loop.LogEntry;
import dev.muster.core.loop.TraceHash;
import dev.muster.model.Resources;

/** The only things that change the cell's state, on the leader and on followers alike. */
public sealed interface CellEntry extends LogEntry
    permits CommitEntry,
        CellEntry.MachineJoined,
        CellEntry.MachineLeft,
        CellEntry.CapacityChanged,
        CellEntry.LimitsSet {

  /**
   * A machine is there, new or back again. One that was there already stays, with what is claimed
   * on it.
   */
  record MachineJoined(int machine, Resources capacity, Site site) implements CellEntry {
    @Override
    public void trace(TraceHash hash) {
      hash.add(machine);
      Images.add(hash, capacity);
      hash.add(site.rack()).add(site.partition()).add(site.kind());
    }
  }

  /** A machine is gone, and so is what was claimed on it. */
  record MachineLeft(int machine) implements CellEntry {
    @Override
    public void trace(TraceHash hash) {
      hash.add(machine);
    }
  }

  /**
   * A machine has more or less than before. What is claimed on it stays claimed, even if that is
   * now more than it has.
   */
  record CapacityChanged(int machine, Resources capacity) implements CellEntry {
    @Override
    public void trace(TraceHash hash) {
      hash.add(machine);
      Images.add(hash, capacity);
    }
  }

  /** What an owner may hold from now on; what it holds it keeps. */
  record LimitsSet(int owner, Limits limits) implements CellEntry {
    @Override
    public void trace(TraceHash hash) {
      hash.add(owner);
      limits.trace(hash);
    }
  }
}
