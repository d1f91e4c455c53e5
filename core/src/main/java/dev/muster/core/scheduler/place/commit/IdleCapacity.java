package dev.muster.core.scheduler.place.commit;

import dev.muster.core.scheduler.place.View;
import dev.muster.model.Resources;

/**
 * What a replica of the cell shows as idle, counted in tasks of one size.
 *
 * @param tasks how many fit on the nodes that they may run on
 * @param total what all machines have, in cpu and memory
 * @param used what is claimed of it
 * @param need of one task
 */
public record IdleCapacity(long tasks, Resources total, Resources used, Resources need) {

  /**
   * @param eligible the nodes that the tasks may run on
   */
  public static IdleCapacity of(Replica replica, View eligible, Resources need) {
    long tasks = 0;
    for (int at = 0; at < eligible.size(); at++) {
      int node = eligible.node(at);
      tasks += replica.isOpen(node) ? times(need, replica.free(node)) : 0;
    }
    long cpuMillis = 0;
    long memoryBytes = 0;
    long usedCpuMillis = 0;
    long usedMemoryBytes = 0;
    for (int machine = 0; machine < replica.known(); machine++) {
      if (replica.has(machine)) {
        var capacity = replica.capacity(machine);
        var free = replica.free(machine);
        cpuMillis += capacity.cpuMillis();
        memoryBytes += capacity.memoryBytes();
        usedCpuMillis += capacity.cpuMillis() - free.cpuMillis();
        usedMemoryBytes += capacity.memoryBytes() - free.memoryBytes();
      }
    }
    return new IdleCapacity(
        tasks,
        new Resources(cpuMillis, memoryBytes),
        new Resources(usedCpuMillis, usedMemoryBytes),
        need);
  }

  /** What needs nothing fits often, but not without end. */
  private static long times(Resources need, Resources free) {
    return Math.min(Integer.MAX_VALUE, need.timesIn(free));
  }

  /** How many tasks may start until a share of the cell is in use, in cpu or in memory. */
  public long tasksBelow(double share) {
    var available =
        new Resources(
            (long) (share * total.cpuMillis()) - used.cpuMillis(),
            (long) (share * total.memoryBytes()) - used.memoryBytes());
    return Math.min(tasks, times(new Resources(need.cpuMillis(), need.memoryBytes()), available));
  }
}
