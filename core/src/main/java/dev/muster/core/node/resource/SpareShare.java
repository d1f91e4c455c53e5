package dev.muster.core.node.resource;

import dev.muster.model.Resources;

/**
 * How much of the machine opportunistic tasks may have together, of each resource apart. A limit
 * for those that start: whatever runs beyond a limit that was lowered goes on.
 *
 * @param cpu from 0 to 1
 * @param memory from 0 to 1
 */
public record SpareShare(double cpu, double memory) {

  /** The same share of both. */
  public static SpareShare ofBoth(double share) {
    return new SpareShare(share, share);
  }

  /** The limit for a run that has its memory already. */
  SpareShare ofCpuAlone() {
    return new SpareShare(cpu, Double.MAX_VALUE);
  }

  boolean allows(Resources capacity, long cpuMillis, long memoryBytes) {
    return cpuMillis <= capacity.cpuMillis() * cpu
        && memoryBytes <= capacity.memoryBytes() * memory;
  }

  /** What it is of this machine. */
  public Resources of(Resources capacity) {
    return new Resources(
        (long) (capacity.cpuMillis() * cpu), (long) (capacity.memoryBytes() * memory));
  }
}
