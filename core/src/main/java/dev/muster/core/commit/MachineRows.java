package dev.muster.core.commit;

import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Machines as they are now, one flat row each: what the cell tells a scheduler. Cleared and filled
 * anew.
 *
 * <p>A machine that has left has a row too, which says so.
 */
public final class MachineRows {

  static final int FREE_CPU = 0;
  static final int FREE_MEMORY = 1;
  static final int CAPACITY_CPU = 2;
  static final int CAPACITY_MEMORY = 3;
  static final int SITE = 4;
  static final int SEQUENCE = 5;
  static final int NUMBER = 6;
  static final int ROW = 7;

  /** Capacity and room of a machine that is not there: nothing fits, not even nothing. */
  static final long ABSENT = -1;

  private static final int FIRST_ROWS = 16;

  /** What some machine has besides cpu and memory. */
  public record Named(int machine, Resources capacity, Resources free) {}

  private long[] rows = new long[FIRST_ROWS * ROW];
  private int size;
  private final List<Named> named = new ArrayList<>();

  void clear() {
    size = 0;
    named.clear();
  }

  /** Where the next row starts in {@link #flat}. */
  int next() {
    if ((size + 1) * ROW > rows.length) {
      rows = Arrays.copyOf(rows, rows.length * 2);
    }
    return size++ * ROW;
  }

  void add(Named more) {
    named.add(more);
  }

  long[] flat() {
    return rows;
  }

  public int size() {
    return size;
  }

  public int machine(int row) {
    return (int) rows[row * ROW + NUMBER];
  }

  public boolean isPresent(int row) {
    return rows[row * ROW + CAPACITY_CPU] != ABSENT;
  }

  /** Cpu and memory alone. */
  public Resources free(int row) {
    return new Resources(rows[row * ROW + FREE_CPU], rows[row * ROW + FREE_MEMORY]);
  }

  /** Cpu and memory alone. */
  public Resources capacity(int row) {
    return new Resources(rows[row * ROW + CAPACITY_CPU], rows[row * ROW + CAPACITY_MEMORY]);
  }

  public Site site(int row) {
    return Site.unpack(rows[row * ROW + SITE]);
  }

  public int sequence(int row) {
    return (int) rows[row * ROW + SEQUENCE];
  }

  /** Of those rows whose machines have any. */
  public List<Named> named() {
    return named;
  }
}
