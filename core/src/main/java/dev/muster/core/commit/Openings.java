package dev.muster.core.commit;

import java.util.Arrays;

/**
 * The machines of each partition that have anything free, so that searches in a full cell do not
 * meet the many that have nothing.
 */
final class Openings {

  private static final int FIRST_SIZE = 16;

  /** Those of one partition, in no order. */
  private static final class Part {
    private int[] machines = new int[FIRST_SIZE];
    private int size;
    private long grades;
  }

  private Part[] parts = new Part[0];
  private int size;

  /** Gives the position of the machine, to close it with. */
  int open(int machine, int partition, int grade) {
    var part = part(partition);
    if (part.size == part.machines.length) {
      part.machines = Arrays.copyOf(part.machines, part.size * 2);
    }
    part.machines[part.size] = machine;
    part.grades += grade;
    size++;
    return part.size++;
  }

  private Part part(int partition) {
    if (partition >= parts.length) {
      int known = parts.length;
      parts = Arrays.copyOf(parts, partition + 1);
      for (int at = known; at < parts.length; at++) {
        parts[at] = new Part();
      }
    }
    return parts[partition];
  }

  /** The last of its partition takes the place of the one there; gives the one that moved. */
  int close(int position, int partition, int grade) {
    var part = parts[partition];
    int last = part.machines[--part.size];
    part.machines[position] = last;
    part.grades -= grade;
    size--;
    return last;
  }

  /** In all partitions. */
  int size() {
    return size;
  }

  int size(int partition) {
    return partition < parts.length ? parts[partition].size : 0;
  }

  int machine(int partition, int at) {
    return parts[partition].machines[at];
  }

  /** The sum over all of the partition. */
  long grades(int partition) {
    return partition < parts.length ? parts[partition].grades : 0;
  }
}
