package dev.muster.core.claim;

import dev.muster.core.loop.TraceHash;

/** A {@link Delta} on its way to a scheduler. */
public record PartitionNews(int partition, long version, boolean whole, MachineNews machines) {

  public void trace(TraceHash hash) {
    machines.trace(hash.add(partition).add(version).add(whole));
  }
}
