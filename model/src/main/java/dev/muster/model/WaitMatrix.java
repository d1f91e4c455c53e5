package dev.muster.model;

import java.util.Collections;
import java.util.List;

/**
 * The predicted wait at a node for a task of a given size and unknown length: a grid of {@link
 * #SIDE} amounts of cpu by {@link #SIDE} amounts of memory, each twice the one before and the last
 * all that the machine has.
 *
 * <p>Such a task starts when there is enough cpu for good and enough memory for good, so a cell of
 * the grid is the later of two times, and only the two rows of times are kept.
 *
 * @param cpuNs the wait for each amount of cpu
 * @param memoryNs the wait for each amount of memory
 */
public record WaitMatrix(List<Long> cpuNs, List<Long> memoryNs) {

  public static final int SIDE = 8;

  /** The wait of a task that does not fit. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Of an idle machine. */
  public static final WaitMatrix NO_WAIT =
      new WaitMatrix(Collections.nCopies(SIDE, 0L), Collections.nCopies(SIDE, 0L));

  /** Of a machine that predicts no waits. */
  public static final WaitMatrix UNKNOWN = new WaitMatrix(List.of(), List.of());

  public WaitMatrix {
    cpuNs = List.copyOf(cpuNs);
    memoryNs = List.copyOf(memoryNs);
  }

  /** The amount of the grid at this index. */
  public static long level(long capacity, int index) {
    return capacity >> (SIDE - 1 - index);
  }

  /** The wait for a task of this size. */
  public long waitNs(Resources capacity, Resources need) {
    if (!need.fitsIn(capacity)) {
      return NEVER;
    }
    return Math.max(
        waitNs(cpuNs, capacity.cpuMillis(), need.cpuMillis()),
        waitNs(memoryNs, capacity.memoryBytes(), need.memoryBytes()));
  }

  private static long waitNs(List<Long> waitsNs, long capacity, long need) {
    int index = indexOf(capacity, need);
    return index < waitsNs.size() ? waitsNs.get(index) : NEVER;
  }

  /** The index of the least amount of the grid that suffices; {@link #SIDE} where none does. */
  public static int indexOf(long capacity, long need) {
    int index = 0;
    while (index < SIDE && need > level(capacity, index)) {
      index++;
    }
    return index;
  }

  /** Whether the whole grid is there: the node predicts waits. */
  public boolean isKnown() {
    return cpuNs.size() == SIDE && memoryNs.size() == SIDE;
  }
}
