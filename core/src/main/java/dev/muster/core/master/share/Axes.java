package dev.muster.core.master.share;

import dev.muster.model.Resources;
import java.util.List;
import java.util.TreeMap;

/**
 * Resources as rows of flat arrays: cpu, memory, then the named resources of the cell by name. What
 * the cell has nothing of has no column, or counts as nothing.
 */
final class Axes {

  /** No limit. */
  static final long ANY = Long.MAX_VALUE;

  private static final int CPU = 0;
  private static final int MEMORY = 1;
  private static final int NAMED = 2;

  /** What the product of a fraction may be off a whole amount and still mean it. */
  private static final double SLACK = 1e-6;

  private static final double RELATIVE_SLACK = 1e-12;

  final int count;

  private final List<String> names;
  private final long[] cell;

  Axes(Resources cell) {
    this.names = List.copyOf(cell.named().keySet());
    this.count = NAMED + names.size();
    this.cell = new long[count];
    write(cell, this.cell, 0);
  }

  /** How much the cell has. */
  long cell(int axis) {
    return cell[axis];
  }

  void write(Resources amounts, long[] rows, int row) {
    int at = row * count;
    rows[at + CPU] = amounts.cpuMillis();
    rows[at + MEMORY] = amounts.memoryBytes();
    for (int name = 0; name < names.size(); name++) {
      rows[at + NAMED + name] = amounts.named(names.get(name));
    }
  }

  Resources read(long[] rows, int row) {
    int at = row * count;
    if (names.isEmpty()) {
      return new Resources(rows[at + CPU], rows[at + MEMORY]);
    }
    var named = new TreeMap<String, Long>();
    for (int name = 0; name < names.size(); name++) {
      if (rows[at + NAMED + name] != 0) {
        named.put(names.get(name), rows[at + NAMED + name]);
      }
    }
    return new Resources(rows[at + CPU], rows[at + MEMORY], named);
  }

  /** An amount as a part of the cell. */
  double part(long amount, int axis) {
    return cell[axis] == 0 ? 0 : amount / (double) cell[axis];
  }

  /** The same of a limit, which may be none. */
  double limit(long amount, int axis) {
    return amount == ANY ? Double.POSITIVE_INFINITY : part(amount, axis);
  }

  /** A part of the cell in whole units. */
  long amount(double part, int axis) {
    return Double.isInfinite(part) ? ANY : whole(part * cell[axis]);
  }

  /** Rounds down, but for what is whole within the precision of sums. */
  static long whole(double amount) {
    double nearest = Math.rint(amount);
    double slack = Math.max(SLACK, amount * RELATIVE_SLACK);
    return (long) (Math.abs(amount - nearest) < slack ? nearest : Math.floor(amount));
  }
}
