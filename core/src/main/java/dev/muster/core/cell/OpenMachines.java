package dev.muster.core.cell;

import dev.muster.core.actor.Chance;
import java.util.Arrays;

/**
 * The machines of each partition, and a bit for each that has free resources: the bits stay in the
 * cache however large the cell is.
 */
public final class OpenMachines {

  private static final int FIRST_SIZE = 64;

  /** How many machines are drawn at random before an open one is found by counting. */
  private static final int BLIND_DRAWS = 32;

  /** Open machines are counted by blocks of 64 words. */
  private static final int BLOCK_BITS = 12;

  private static final int WORD_BITS = 6;

  /** The machines of one partition, in no order. */
  private static final class PartitionBits {
    private int[] machines = new int[FIRST_SIZE];
    private long[] isOpen = new long[FIRST_SIZE / Long.SIZE];
    private int[] openInBlock = new int[1];
    private int size;
    private int open;
    private long grades;

    private int add(int machine) {
      if (size == machines.length) {
        machines = Arrays.copyOf(machines, size * 2);
        isOpen = Arrays.copyOf(isOpen, isOpen.length * 2);
        openInBlock = Arrays.copyOf(openInBlock, ((machines.length - 1) >>> BLOCK_BITS) + 1);
      }
      machines[size] = machine;
      return size++;
    }

    private long isOpen(int position) {
      return (isOpen[position / Long.SIZE] >>> position) & 1;
    }

    /** Gives the change of the number of open machines: 1, 0 or -1. */
    private int setOpen(int position, long nowOpen) {
      int word = position / Long.SIZE;
      long before = isOpen[word];
      int more = (int) (nowOpen - ((before >>> position) & 1));
      isOpen[word] = (before & ~(1L << position)) | (nowOpen << position);
      openInBlock[position >>> BLOCK_BITS] += more;
      open += more;
      return more;
    }

    /** The position of the open machine with this rank. */
    private int find(int number) {
      int left = number;
      int block = 0;
      while (openInBlock[block] <= left) {
        left -= openInBlock[block++];
      }
      int word = block << (BLOCK_BITS - WORD_BITS);
      for (int here = Long.bitCount(isOpen[word]);
          here <= left;
          here = Long.bitCount(isOpen[word])) {
        left -= here;
        word++;
      }
      long bits = isOpen[word];
      for (; left > 0; left--) {
        bits &= bits - 1;
      }
      return word * Long.SIZE + Long.numberOfTrailingZeros(bits);
    }
  }

  private PartitionBits[] partitions = new PartitionBits[0];
  private int open;

  /** Adds a closed machine to the partition; gives its position there. */
  public int add(int machine, int partition) {
    if (partition >= partitions.length) {
      int known = partitions.length;
      partitions = Arrays.copyOf(partitions, partition + 1);
      for (int at = known; at < partitions.length; at++) {
        partitions[at] = new PartitionBits();
      }
    }
    return partitions[partition].add(machine);
  }

  /** Removes a closed machine. The last one takes its position; gives that machine. */
  public int remove(int position, int partition) {
    var bits = partitions[partition];
    int last = bits.size - 1;
    bits.machines[position] = bits.machines[last];
    bits.setOpen(position, bits.isOpen(last));
    bits.setOpen(last, 0);
    bits.size = last;
    return bits.machines[position];
  }

  /**
   * @param isOpen from now on: 1 or 0
   */
  public void setOpen(int position, int partition, int grade, long isOpen) {
    var bits = partitions[partition];
    int more = bits.setOpen(position, isOpen);
    bits.grades += (long) more * grade;
    open += more;
  }

  public boolean isOpen(int position, int partition) {
    return partitions[partition].isOpen(position) != 0;
  }

  /** Any open machine of a partition that has one, each as likely as the others. */
  public int draw(int partition, Chance chance) {
    var bits = partitions[partition];
    for (int draws = 0; draws < BLIND_DRAWS; draws++) {
      int position = chance.nextInt(bits.size);
      if (bits.isOpen(position) != 0) {
        return bits.machines[position];
      }
    }
    return bits.machines[bits.find(chance.nextInt(bits.open))];
  }

  public int open() {
    return open;
  }

  public int open(int partition) {
    return partition < partitions.length ? partitions[partition].open : 0;
  }

  /** The sum over all open machines of the partition. */
  public long grades(int partition) {
    return partition < partitions.length ? partitions[partition].grades : 0;
  }
}
