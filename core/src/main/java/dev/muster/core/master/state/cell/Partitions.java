package dev.muster.core.master.state.cell;

import dev.muster.core.cell.Site;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The machines of each partition, and its latest changes. */
final class Partitions {

  private static final int NOWHERE = -1;

  /** In place of partitions that no machine ever joined; never written. */
  private static final Partition NEVER_JOINED = new Partition();

  /**
   * One partition.
   *
   * <p>The version counts changes. The latest are in a ring about as long as there are machines:
   * for a replica that missed more, the whole partition is smaller.
   */
  static final class Partition {

    private static final int FEWEST_CHANGES_KEPT = 256;

    private int[] members = new int[16];
    private int size;
    private int[] ring = new int[FEWEST_CHANGES_KEPT];
    private long version;
    private long oldest;

    /** Replicas of this version or a later one need free-only rows. */
    private long lastFullChange;

    private void noteChange(int machine) {
      ring[(int) version & (ring.length - 1)] = machine;
      version++;
      oldest = Math.max(oldest, version - ring.length);
    }

    private void add(int machine) {
      if (size == members.length) {
        members = Arrays.copyOf(members, size * 2);
      }
      members[size++] = machine;
      if (size > ring.length) {
        growRing();
      }
    }

    private void growRing() {
      int[] longer = new int[ring.length * 2];
      for (long change = oldest; change < version; change++) {
        longer[(int) change & (longer.length - 1)] = changed(change);
      }
      ring = longer;
    }

    /** The machine of the change of this number. */
    int changed(long change) {
      return ring[(int) change & (ring.length - 1)];
    }

    long version() {
      return version;
    }

    /** Whether all changes after this version are still in the ring. */
    boolean hasChangesSince(long since) {
      return since >= oldest && since <= version;
    }

    /** Whether no machine joined, left or changed capacity or site since this version. */
    boolean onlyFreeChangedSince(long since) {
      return since >= lastFullChange;
    }

    /** After a restore: changes before this version are not known. */
    void startAt(long restored) {
      version = restored;
      oldest = restored;
    }

    int size() {
      return size;
    }

    int member(int at) {
      return members[at];
    }
  }

  private final List<Partition> partitions = new ArrayList<>();
  private int[] positions = new int[0];

  int count() {
    return partitions.size();
  }

  /** To be read; adds no partition. */
  Partition find(int partition) {
    if (partition < 0 || partition >= Site.MAX_PARTITIONS) {
      throw new IllegalArgumentException(
          "partition must be at least 0 and below " + Site.MAX_PARTITIONS + ": " + partition);
    }
    return partition < partitions.size() ? partitions.get(partition) : NEVER_JOINED;
  }

  /** To be written; added if it is new. */
  Partition writable(int partition) {
    while (partition >= partitions.size()) {
      partitions.add(new Partition());
    }
    return partitions.get(partition);
  }

  void add(int machine, int partition) {
    if (machine >= positions.length) {
      int known = positions.length;
      positions = Arrays.copyOf(positions, Math.max(machine + 1, known * 2));
      Arrays.fill(positions, known, positions.length, NOWHERE);
    }
    var joined = writable(partition);
    positions[machine] = joined.size;
    joined.add(machine);
  }

  /** The last member takes the place of the removed one. */
  void remove(int machine, int partition) {
    var left = writable(partition);
    int last = left.members[--left.size];
    left.members[positions[machine]] = last;
    positions[last] = positions[machine];
    positions[machine] = NOWHERE;
  }

  void noteChange(int machine, int partition) {
    writable(partition).noteChange(machine);
  }

  /** Capacity, site or presence of the machine changed. */
  void noteFullChange(int machine, int partition) {
    var changed = writable(partition);
    changed.noteChange(machine);
    changed.lastFullChange = changed.version;
  }

  /** The index of the machine among the members of its partition. */
  int position(int machine) {
    return positions[machine];
  }

  long bytes() {
    long bytes = (long) positions.length * Integer.BYTES;
    for (var partition : partitions) {
      bytes += (long) (partition.members.length + partition.ring.length) * Integer.BYTES;
    }
    return bytes;
  }
}
