package dev.muster.core.cell;

/**
 * The topology and hardware of a machine, besides its capacity.
 *
 * @param partition the unit in which replicas are refreshed
 * @param kind machines of one kind have the same attributes, and may stand in for each other
 * @param grade how good the hardware is, as its operator says; 0 where unknown
 */
public record Site(int rack, int partition, int kind, int grade) {

  public static final int MAX_RACKS = 1 << 20;
  public static final int MAX_PARTITIONS = 1 << 12;
  public static final int MAX_KINDS = 1 << 24;
  public static final int MAX_GRADES = 1 << 8;

  private static final int GRADE_BITS = 8;
  private static final int KIND_BITS = 24;
  private static final int PARTITION_BITS = 12;
  private static final int PARTITION_AT = KIND_BITS + GRADE_BITS;
  private static final int RACK_AT = PARTITION_BITS + PARTITION_AT;

  public Site {
    require("rack", rack, MAX_RACKS);
    require("partition", partition, MAX_PARTITIONS);
    require("kind", kind, MAX_KINDS);
    require("grade", grade, MAX_GRADES);
  }

  public Site(int rack, int partition, int kind) {
    this(rack, partition, kind, 0);
  }

  private static void require(String field, int value, int bound) {
    if (value < 0 || value >= bound) {
      throw new IllegalArgumentException(
          field + " must be at least 0 and below " + bound + ": " + value);
    }
  }

  /** As one long, for flat arrays. */
  public long packed() {
    return ((long) rack << RACK_AT)
        | ((long) partition << PARTITION_AT)
        | ((long) kind << GRADE_BITS)
        | grade;
  }

  public static Site unpack(long packed) {
    return new Site(rack(packed), partition(packed), kind(packed), grade(packed));
  }

  public static int rack(long packed) {
    return (int) (packed >>> RACK_AT);
  }

  public static int partition(long packed) {
    return (int) (packed >>> PARTITION_AT) & (MAX_PARTITIONS - 1);
  }

  public static int kind(long packed) {
    return (int) (packed >>> GRADE_BITS) & (MAX_KINDS - 1);
  }

  public static int grade(long packed) {
    return (int) packed & (MAX_GRADES - 1);
  }
}
