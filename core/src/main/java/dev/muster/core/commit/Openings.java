package dev.muster.core.commit;

import java.util.Arrays;

/**
 * The machines of each partition that have anything free, so that searches in a full cell do not
 * meet the many that have nothing.
 *
 * <p>They are counted at once and listed lazily: a machine that closes stays in the list until a
 * search meets it there. Most open again before that.
 */
final class Openings {

  private static final int FIRST_SIZE = 16;

  /** Those of one partition, in no order. */
  private static final class Part {
    private int[] machines = new int[FIRST_SIZE];
    private int listed;
    private int open;
    private long grades;
  }

  private Part[] parts = new Part[0];
  private int open;

  /** Gives the position of the machine, to take it from the list with. */
  int list(int machine, int partition) {
    var part = parts[partition];
    if (part.listed == part.machines.length) {
      part.machines = Arrays.copyOf(part.machines, part.listed * 2);
    }
    part.machines[part.listed] = machine;
    return part.listed++;
  }

  /** The last of its partition takes the place of the one there; gives the one that moved. */
  int unlist(int position, int partition) {
    var part = parts[partition];
    int last = part.machines[--part.listed];
    part.machines[position] = last;
    return last;
  }

  /**
   * @param more how many more are open: one, none, or one less
   */
  void count(int partition, int grade, int more) {
    var part = part(partition);
    part.open += more;
    part.grades += (long) more * grade;
    open += more;
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

  /** How many are open in all partitions. */
  int open() {
    return open;
  }

  int open(int partition) {
    return partition < parts.length ? parts[partition].open : 0;
  }

  /** How many are in the list, open or not. */
  int listed(int partition) {
    return parts[partition].listed;
  }

  int machine(int partition, int at) {
    return parts[partition].machines[at];
  }

  /** The sum over all open ones of the partition. */
  long grades(int partition) {
    return partition < parts.length ? parts[partition].grades : 0;
  }
}
