package dev.muster.model;

/**
 * What one attempt used, as far as its machine can tell: zero where it cannot.
 *
 * @param cpuNs of all its processes together
 * @param peakMemoryBytes the most that they held at a time
 * @param readBytes from disks, not from what the machine had in memory
 * @param writtenBytes towards disks
 */
public record Usage(long cpuNs, long peakMemoryBytes, long readBytes, long writtenBytes) {

  public static final Usage NONE = new Usage(0, 0, 0, 0);

  /** Of both together; they need not have run at the same time, so the higher peak counts. */
  public Usage and(Usage other) {
    return new Usage(
        cpuNs + other.cpuNs,
        Math.max(peakMemoryBytes, other.peakMemoryBytes),
        readBytes + other.readBytes,
        writtenBytes + other.writtenBytes);
  }
}
