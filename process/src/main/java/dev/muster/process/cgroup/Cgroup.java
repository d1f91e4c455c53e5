package dev.muster.process.cgroup;

import dev.muster.core.actor.Pace;
import dev.muster.model.Usage;
import dev.muster.process.spawn.SpawnTarget;
import java.util.List;

/** The control group of one run. */
public interface Cgroup extends SpawnTarget {
  Cgroup NONE = new Cgroup() {};

  /** Sets how much of the computer those in it get; false if it cannot do that. */
  default boolean pace(Pace pace) {
    return false;
  }

  default List<Long> processes() {
    return List.of();
  }

  /** By which another process finds it again, as this run's; empty if it cannot. */
  default String ticket() {
    return "";
  }

  /** Asks all in it to end, or ends them by force; wakes them where they stand still. */
  default void end(boolean force) {}

  /** Ends what is left in it, says what was used, and gives it back; to be called once. */
  default CgroupUsage finish() {
    return CgroupUsage.UNKNOWN;
  }

  /**
   * What a group has counted for a run.
   *
   * @param outOfMemory whether the kernel has ended a process of the run for want of memory
   */
  record CgroupUsage(boolean outOfMemory, Usage usage) {
    public static final CgroupUsage UNKNOWN = new CgroupUsage(false, Usage.NONE);

    /** Each figure from whoever counted more: the other has not seen all. */
    public Usage with(Usage other) {
      return new Usage(
          Math.max(usage.cpuNs(), other.cpuNs()),
          Math.max(usage.peakMemoryBytes(), other.peakMemoryBytes()),
          Math.max(usage.readBytes(), other.readBytes()),
          Math.max(usage.writtenBytes(), other.writtenBytes()));
    }
  }
}
