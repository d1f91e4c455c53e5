package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;

/** A {@link DeltaBuffer} on its way to a scheduler. */
public record PartitionDelta(int partition, long version, boolean whole, PackedRows machines) {

  public void trace(TraceHash hash) {
    machines.trace(hash.add(partition).add(version).add(whole));
  }
}
