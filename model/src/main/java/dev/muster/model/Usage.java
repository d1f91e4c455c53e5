package dev.muster.model;

/**
 * The resources that one attempt used; zero where the machine does not measure them.
 *
 * @param cpuNs of all processes together
 * @param peakMemoryBytes of all processes together
 * @param readBytes from disks, not from caches
 * @param writtenBytes towards disks
 */
public record Usage(long cpuNs, long peakMemoryBytes, long readBytes, long writtenBytes) {

  public static final Usage NONE = new Usage(0, 0, 0, 0);

  /** Of both; the higher peak counts, for they need not have run at the same time. */
  public Usage and(Usage other) {
    return new Usage(
        cpuNs + other.cpuNs,
        Math.max(peakMemoryBytes, other.peakMemoryBytes),
        readBytes + other.readBytes,
        writtenBytes + other.writtenBytes);
  }
}
