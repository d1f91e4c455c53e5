package dev.muster.core.master.central;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.model.Resources;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The machines by how much cpu and memory they have available, each to the power of two.
 *
 * <pre>
 *             memory ──►
 *        cpu  ┌───┬───┬───┐
 *         │   │ ? │ ? │ ? │   ?  a machine of this class may be too small
 *         ▼   ├───┼───┼───┤
 *             │ ? │ ✓ │ ✓ │   ✓  any machine of this class has enough
 *             └───┴───┴───┘
 * </pre>
 *
 * <p>A search begins with the machines that have the most: tasks are spread, and no list of
 * machines that are too small is walked while others have enough.
 */
final class AvailableIndex {

  /** No machine. */
  static final int NONE = -1;

  private static final int CLASSES = Long.SIZE;
  private static final int ABSENT = -1;

  private final CellState cell;
  private final @Nullable IntList[] byClass = new IntList[CLASSES * CLASSES];

  /** Of each class of cpu, the classes of memory that have machines. */
  private final long[] memories = new long[CLASSES];

  private int[] classes = {};
  private int[] positions = {};
  private int turn;

  AvailableIndex(CellState cell) {
    this.cell = cell;
  }

  /** What is available on the machine has changed, or the machine has joined or left. */
  void refresh(int machine) {
    grow(machine);
    int next = cell.has(machine) ? classOf(machine) : ABSENT;
    if (next != classes[machine]) {
      remove(machine);
      add(machine, next);
    }
  }

  private void grow(int machine) {
    if (machine >= classes.length) {
      int before = classes.length;
      int length = Math.max(machine + 1, before * 2);
      classes = Arrays.copyOf(classes, length);
      positions = Arrays.copyOf(positions, length);
      Arrays.fill(classes, before, length, ABSENT);
    }
  }

  private int classOf(int machine) {
    return power(cell.availableCpuMillis(machine)) * CLASSES
        + power(cell.availableMemoryBytes(machine));
  }

  private static int power(long amount) {
    return amount <= 0 ? 0 : CLASSES - Long.numberOfLeadingZeros(amount);
  }

  private void remove(int machine) {
    int from = classes[machine];
    var list = from == ABSENT ? null : byClass[from];
    if (list == null) {
      return;
    }
    int last = list.size() - 1;
    list.swap(positions[machine], last);
    positions[list.at(positions[machine])] = positions[machine];
    list.removeLast();
    if (list.isEmpty()) {
      memories[from / CLASSES] &= ~(1L << (from % CLASSES));
    }
    classes[machine] = ABSENT;
  }

  private void add(int machine, int next) {
    if (next == ABSENT) {
      return;
    }
    var list = byClass[next];
    if (list == null) {
      list = new IntList();
      byClass[next] = list;
    }
    positions[machine] = list.size();
    list.add(machine);
    classes[machine] = next;
    memories[next / CLASSES] |= 1L << (next % CLASSES);
  }

  /**
   * A machine on which so much fits and which suits, of those with the most available; of equals
   * each has its turn.
   */
  int find(Resources need, IntPredicate suits) {
    turn++;
    int least = power(need.memoryBytes());
    for (int cpu = CLASSES - 1; cpu >= power(need.cpuMillis()); cpu--) {
      for (long left = (memories[cpu] >>> least) << least; left != 0; ) {
        int memory = CLASSES - 1 - Long.numberOfLeadingZeros(left);
        left &= ~(1L << memory);
        int found = find(cpu * CLASSES + memory, need, suits);
        if (found != NONE) {
          return found;
        }
      }
    }
    return NONE;
  }

  private int find(int in, Resources need, IntPredicate suits) {
    var list = byClass[in];
    int size = list == null ? 0 : list.size();
    for (int i = 0; list != null && i < size; i++) {
      int machine = list.at(Math.floorMod(turn + i, size));
      if (cell.fits(machine, need) && suits.test(machine)) {
        return machine;
      }
    }
    return NONE;
  }
}
