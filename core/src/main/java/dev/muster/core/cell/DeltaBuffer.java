package dev.muster.core.cell;

/** A delta of one partition: the machines that changed since an earlier version, or all. */
public final class DeltaBuffer {

  private final MachineRows rows;
  private int partition;
  private long version;
  private boolean whole;

  public DeltaBuffer() {
    this(new MachineRows());
  }

  private DeltaBuffer(MachineRows rows) {
    this.rows = rows;
  }

  /** A delta that was received; to be read. */
  public static DeltaBuffer of(PartitionDelta delta) {
    var buffer = new DeltaBuffer(MachineRows.of(delta.rows()));
    buffer.partition = delta.partition();
    buffer.version = delta.version();
    buffer.whole = delta.whole();
    return buffer;
  }

  /** A copy, to be sent. */
  public PartitionDelta toDelta() {
    return new PartitionDelta(partition, version, whole, rows.pack());
  }

  public void startWhole(int ofPartition, long atVersion, int expected) {
    start(ofPartition, atVersion, expected, MachineRows.FULL_ROW);
    whole = true;
  }

  /**
   * Machines that changed follow.
   *
   * @param words of each row: {@link MachineRows#FULL_ROW} or {@link MachineRows#FREE_ROW}
   */
  public void start(int ofPartition, long atVersion, int expected, int words) {
    rows.clear(expected, words);
    partition = ofPartition;
    version = atVersion;
    whole = false;
  }

  public int partition() {
    return partition;
  }

  /** The version of a replica that has applied the delta; the next delta starts there. */
  public long version() {
    return version;
  }

  /** Whether these are all machines of the partition, not only those that changed. */
  public boolean isWhole() {
    return whole;
  }

  /** The same machine may be there twice. */
  public MachineRows rows() {
    return rows;
  }
}
