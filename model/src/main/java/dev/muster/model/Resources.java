package dev.muster.model;

/**
 * An amount of what a machine has: cpu in thousandths of a core, memory in bytes.
 *
 * <p>Used for what a task needs, what a node offers and what is left of it. Values may be negative
 * only as the result of {@link #minus}, to say how much is missing.
 */
public record Resources(long cpuMillis, long memoryBytes) {

  public static final Resources NONE = new Resources(0, 0);

  public Resources plus(Resources other) {
    return new Resources(cpuMillis + other.cpuMillis, memoryBytes + other.memoryBytes);
  }

  public Resources minus(Resources other) {
    return new Resources(cpuMillis - other.cpuMillis, memoryBytes - other.memoryBytes);
  }

  public Resources times(long count) {
    return new Resources(cpuMillis * count, memoryBytes * count);
  }

  /** The one feasibility rule: every resource fits. */
  public boolean fitsIn(Resources room) {
    return fitsIn(room.cpuMillis, room.memoryBytes);
  }

  /** The same, for room that is kept in flat arrays. */
  public boolean fitsIn(long roomCpuMillis, long roomMemoryBytes) {
    return cpuMillis <= roomCpuMillis && memoryBytes <= roomMemoryBytes;
  }

  /** The larger of the two in each resource by itself. */
  public Resources max(Resources other) {
    return new Resources(
        Math.max(cpuMillis, other.cpuMillis), Math.max(memoryBytes, other.memoryBytes));
  }

  /** The smaller of the two in each resource by itself. */
  public Resources min(Resources other) {
    return new Resources(
        Math.min(cpuMillis, other.cpuMillis), Math.min(memoryBytes, other.memoryBytes));
  }

  /** As a person writes it: {@code 0.5 cpu, 64 MiB}. */
  @Override
  public String toString() {
    return Quantity.formatCpu(cpuMillis) + " cpu, " + Quantity.formatBytes(memoryBytes);
  }
}
