package dev.muster.host.run.cgroup;

import dev.muster.model.Usage;

/**
 * What a group has counted for a run.
 *
 * @param outOfMemory whether the kernel has ended a process of the run for want of memory
 */
public record Spent(boolean outOfMemory, Usage usage) {

  public static final Spent UNKNOWN = new Spent(false, Usage.NONE);

  /** Each figure from whoever counted more: the other has not seen all. */
  public Usage with(Usage other) {
    return new Usage(
        Math.max(usage.cpuNs(), other.cpuNs()),
        Math.max(usage.peakMemoryBytes(), other.peakMemoryBytes()),
        Math.max(usage.readBytes(), other.readBytes()),
        Math.max(usage.writtenBytes(), other.writtenBytes()));
  }
}
