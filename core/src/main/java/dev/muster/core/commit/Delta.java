package dev.muster.core.commit;

/** How machines of one partition are now that were different at an earlier version. */
public final class Delta {

  private final MachineRows rows = new MachineRows();
  private int partition;
  private long version;
  private boolean whole;

  void start(int ofPartition, long atVersion, boolean all) {
    rows.clear();
    partition = ofPartition;
    version = atVersion;
    whole = all;
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
