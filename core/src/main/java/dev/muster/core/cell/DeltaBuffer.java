package dev.muster.core.cell;

/** How machines of one partition are now that were different at an earlier version. */
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

  /** What a scheduler was told. */
  public static DeltaBuffer of(PartitionDelta news) {
    var told = new DeltaBuffer(MachineRows.of(news.machines()));
    told.partition = news.partition();
    told.version = news.version();
    told.whole = news.whole();
    return told;
  }

  /** As it is now, to be sent. */
  public PartitionDelta news() {
    return new PartitionDelta(partition, version, whole, rows.news());
  }

  /** All machines of the partition follow. */
  public void startWhole(int ofPartition, long atVersion, int expected) {
    start(ofPartition, atVersion, expected, MachineRows.ROW);
    whole = true;
  }

  /**
   * Machines that changed follow.
   *
   * @param words of each row: {@link MachineRows#ROW} or {@link MachineRows#ROOM}
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

  /** What a copy has when it has taken this in; asks for the next one with it. */
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
