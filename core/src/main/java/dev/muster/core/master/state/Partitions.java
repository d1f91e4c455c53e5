package dev.muster.core.master.state;

import dev.muster.core.cell.Site;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The machines of each partition, and which of them changed lately. */
final class Partitions {

  private static final int NOWHERE = -1;

  /** Stands for all that nobody ever joined; nothing is written to it. */
  private static final Partition NEVER_JOINED = new Partition();

  /**
   * One partition.
   *
   * <p>Its version counts changes. The last of them are in a ring about as long as there are
   * machines: who missed more than that is better off with the whole partition.
   */
  static final class Partition {

    private static final int FEWEST_CHANGES_KEPT = 256;

    private int[] members = new int[16];
    private int size;
    private int[] ring = new int[FEWEST_CHANGES_KEPT];
    private long version;
    private long oldest;

    /** Who knows this version or a later one knows what its machines are. */
    private long shaped;

    private void note(int machine) {
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
        lengthen();
      }
    }

    private void lengthen() {
      int[] longer = new int[ring.length * 2];
      for (long change = oldest; change < version; change++) {
        longer[(int) change & (longer.length - 1)] = changed(change);
      }
      ring = longer;
    }

    /** Which machine the change of this number was about. */
    int changed(long change) {
      return ring[(int) change & (ring.length - 1)];
    }

    long version() {
      return version;
    }

    /** Whether all changes after this version are still known. */
    boolean remembers(long since) {
      return since >= oldest && since <= version;
    }

    /** Whether since this version no machine came, went or became another than it was. */
    boolean isShaped(long since) {
      return since >= shaped;
    }

    /** After a restart: changes before this version are not known. */
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

  /** To be read: that makes no partition. */
  Partition find(int partition) {
    if (partition < 0 || partition >= Site.MAX_PARTITIONS) {
      throw new IllegalArgumentException(
          "partition must be at least 0 and below " + Site.MAX_PARTITIONS + ": " + partition);
    }
    return partition < partitions.size() ? partitions.get(partition) : NEVER_JOINED;
  }

  /** To be written, and made if it is new. */
  Partition made(int partition) {
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
    var joined = made(partition);
    positions[machine] = joined.size;
    joined.add(machine);
  }

  /** The last member takes its place. */
  void remove(int machine, int partition) {
    var left = made(partition);
    int last = left.members[--left.size];
    left.members[positions[machine]] = last;
    positions[last] = positions[machine];
    positions[machine] = NOWHERE;
  }

  void note(int machine, int partition) {
    made(partition).note(machine);
  }

  /** More of it changed than what is free. */
  void noteShape(int machine, int partition) {
    var changed = made(partition);
    changed.note(machine);
    changed.shaped = changed.version;
  }

  /** Where it is among the members of its partition. */
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
