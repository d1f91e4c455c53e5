package dev.muster.core.commit;

/**
 * Where a machine stands and what it is like, besides its size.
 *
 * @param partition the part of the cell that schedulers learn of together
 * @param kind machines of one kind have the same attributes, and may stand in for each other
 */
public record Site(int rack, int partition, int kind) {

  public static final int MAX_RACKS = 1 << 24;
  public static final int MAX_PARTITIONS = 1 << 12;
  public static final int MAX_KINDS = 1 << 24;

  private static final int KIND_BITS = 24;
  private static final int PARTITION_BITS = 12;

  public Site {
    require("rack", rack, MAX_RACKS);
    require("partition", partition, MAX_PARTITIONS);
    require("kind", kind, MAX_KINDS);
  }

  private static void require(String field, int value, int bound) {
    if (value < 0 || value >= bound) {
      throw new IllegalArgumentException(
          field + " must be at least 0 and below " + bound + ": " + value);
    }
  }

  /** All of it in one long, for flat arrays. */
  long packed() {
    return ((long) rack << (PARTITION_BITS + KIND_BITS)) | ((long) partition << KIND_BITS) | kind;
  }

  static Site unpack(long packed) {
    return new Site(
        (int) (packed >>> (PARTITION_BITS + KIND_BITS)), partition(packed), kind(packed));
  }

  static int partition(long packed) {
    return (int) (packed >>> KIND_BITS) & (MAX_PARTITIONS - 1);
  }

  static int kind(long packed) {
    return (int) packed & (MAX_KINDS - 1);
  }
}
