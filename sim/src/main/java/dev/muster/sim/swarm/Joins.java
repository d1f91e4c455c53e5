package dev.muster.sim.swarm;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/** Sees when the last node joined the cell that had not before, and whether one was given up. */
final class Joins implements Observer {

  private final LongSupplier nowNs;
  private final TreeSet<Integer> nodes = new TreeSet<>();
  private long lastNs;
  private boolean died;

  Joins(LongSupplier nowNs) {
    this.nowNs = nowNs;
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof EntryCommitted committed) {
      switch (committed.entry()) {
        case MachineRegistered known when nodes.add(known.node()) -> lastNs = nowNs.getAsLong();
        case NodesDied _ -> died = true;
        default -> {} // about nodes that are known, or not about nodes
      }
    }
  }

  /** Whether somebody who waited no longer than this can have missed a node. */
  boolean isAnyMissed(long joinGraceNs) {
    return died || lastNs > joinGraceNs;
  }
}
