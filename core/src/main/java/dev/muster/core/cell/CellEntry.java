package dev.muster.core.cell;

import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.TraceHash;
import dev.muster.model.Resources;

/** The log entries that change the cell state, on the leader and on followers alike. */
public sealed interface CellEntry extends LogEntry
    permits TransactionCommitted,
        ClaimsReleased,
        CellEntry.MachineJoined,
        CellEntry.MachineLeft,
        CellEntry.CapacityChanged,
        CellEntry.LimitsSet {

  /** A machine joins, new or again. A machine that is present stays, with the claims on it. */
  record MachineJoined(int machine, Resources capacity, Site site) implements CellEntry {

    /** How many machines a cell may have; their numbers are below it, for they index arrays. */
    public static final int MAX_MACHINES = 1_000_000;

    public MachineJoined {
      if (machine < 0 || machine >= MAX_MACHINES) {
        throw new IllegalArgumentException(
            "machine must be at least 0 and below " + MAX_MACHINES + ": " + machine);
      }
      requireSize(capacity);
    }

    @Override
    public void trace(TraceHash hash) {
      hash.add(machine);
      hash.add(capacity);
      hash.add(site.packed());
    }
  }

  private static void requireSize(Resources capacity) {
    if (capacity.isNegative()) {
      throw new IllegalArgumentException("capacity must not be negative: " + capacity);
    }
  }

  /** A machine leaves; its claims end. */
  record MachineLeft(int machine) implements CellEntry {
    @Override
    public void trace(TraceHash hash) {
      hash.add(machine);
    }
  }

  /** The capacity of a machine changes. Its claims stay, be the machine overcommitted. */
  record CapacityChanged(int machine, Resources capacity) implements CellEntry {

    public CapacityChanged {
      requireSize(capacity);
    }

    @Override
    public void trace(TraceHash hash) {
      hash.add(machine);
      hash.add(capacity);
    }
  }

  /** The limits of an owner from now on; its claims stay. */
  record LimitsSet(int owner, OwnerLimits limits) implements CellEntry {
    @Override
    public void trace(TraceHash hash) {
      hash.add(owner);
      limits.trace(hash);
    }
  }
}
