package dev.muster.process.cgroup;

import dev.muster.core.actor.Pace;
import dev.muster.model.Usage;
import dev.muster.process.spawn.SpawnTarget;
import java.util.List;

/** The control group of one run. */
public interface Cgroup extends SpawnTarget {
  Cgroup NONE = new Cgroup() {};

  /** Sets the cpu share of the group, or freezes it; false if the group cannot do so. */
  default boolean pace(Pace pace) {
    return false;
  }

  default List<Long> processes() {
    return List.of();
  }

  /** What the processes of the group have used so far, as far as the group counts it. */
  default Usage usage() {
    return Usage.NONE;
  }

  /** Identifies the group for a later epoch of the node; empty if that is not possible. */
  default String ticket() {
    return "";
  }

  /** Signals all processes of the group, by force or not, and thaws them. */
  default void end(boolean force) {}

  /** Ends the remaining processes, releases the group and returns its usage; called once. */
  default CgroupUsage finish() {
    return CgroupUsage.UNKNOWN;
  }

  /** The larger figure of each kind: the smaller count has missed something. */
  static Usage larger(Usage one, Usage other) {
    return new Usage(
        Math.max(one.cpuNs(), other.cpuNs()),
        Math.max(one.peakMemoryBytes(), other.peakMemoryBytes()),
        Math.max(one.readBytes(), other.readBytes()),
        Math.max(one.writtenBytes(), other.writtenBytes()));
  }

  /**
   * What a group has counted for a run.
   *
   * @param outOfMemory whether the kernel has ended a process of the run for want of memory
   */
  record CgroupUsage(boolean outOfMemory, Usage usage) {
    public static final CgroupUsage UNKNOWN = new CgroupUsage(false, Usage.NONE);

    public Usage with(Usage other) {
      return larger(usage, other);
    }
  }
}
