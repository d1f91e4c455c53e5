package dev.muster.sim.swarm;

import dev.muster.check.Observer;
import dev.muster.core.event.MasterEntry.NodeKnown;
import dev.muster.core.event.MasterEvent.Committed;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Event;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/** Sees when the last node joined the cell that had not before. */
final class Joins implements Observer {

  private final LongSupplier nowNs;
  private final TreeSet<Integer> nodes = new TreeSet<>();
  private long lastNs;

  Joins(LongSupplier nowNs) {
    this.nowNs = nowNs;
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof Committed committed
        && committed.entry() instanceof NodeKnown known
        && nodes.add(known.node())) {
      lastNs = nowNs.getAsLong();
    }
  }

  /** Whether somebody who waited no longer than this can have missed a node. */
  boolean isAnyLaterThan(long settleNs) {
    return lastNs > settleNs;
  }
}
