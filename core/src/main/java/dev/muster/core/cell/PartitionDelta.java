package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;

/** A {@link DeltaBuffer} on its way to a scheduler. */
public record PartitionDelta(int partition, long version, boolean whole, PackedRows rows) {

  /** The version of a partition that a replica does not have. */
  public static final long NEVER = -1;

  public void trace(TraceHash hash) {
    rows.trace(hash.add(partition).add(version).add(whole));
  }
}
