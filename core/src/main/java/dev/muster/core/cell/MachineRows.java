package dev.muster.core.cell;

import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Machines as flat rows: the unit of deltas and of fresh state in results. Cleared and reused.
 *
 * <pre>
 *   free cpu · free memory · mark · capacity cpu · capacity memory · site
 *   └─ free-only row ───────────┘                                         │
 *   └─ full row ──────────────────────────────────────────────────────────┘
 * </pre>
 *
 * The mark is the number of the machine and its sequence number. Free-only rows are enough where
 * the replica knows the machines. A machine that has left has a row with capacity {@link #ABSENT}.
 */
public final class MachineRows {

  public static final int FREE_CPU = 0;
  public static final int FREE_MEMORY = 1;
  public static final int MARK = 2;
  public static final int CAPACITY_CPU = 3;
  public static final int CAPACITY_MEMORY = 4;
  public static final int SITE = 5;

  /** Words of a full row. */
  public static final int FULL_ROW = 6;

  /** Words of a free-only row. */
  public static final int FREE_ROW = 3;

  /** What to add to a mark for the next sequence number. */
  public static final long NEXT = 1L << Integer.SIZE;

  /** Capacity and free resources of an absent machine: nothing fits, not even an empty request. */
  public static final long ABSENT = -1;

  private static final int FIRST_ROWS = 16;
  private static final long[] NONE = new long[0];

  public record NamedRow(int machine, Resources capacity, Resources free) {}

  private long[] rows;
  private int width;
  private int size;
  private final List<NamedRow> named;

  public MachineRows() {
    this(NONE, FULL_ROW, List.of());
  }

  private MachineRows(long[] rows, int width, List<NamedRow> named) {
    this.rows = rows;
    this.width = width;
    this.size = rows.length / width;
    this.named = new ArrayList<>(named);
  }

  /** Rows that were received; to be read. */
  public static MachineRows of(PackedRows packed) {
    boolean known = packed.width() == FULL_ROW || packed.width() == FREE_ROW;
    if (!known || packed.rows().length % packed.width() != 0) {
      throw new IllegalArgumentException(
          "width: " + packed.rows().length + " words are no rows of " + packed.width());
    }
    return new MachineRows(packed.rows(), packed.width(), packed.named());
  }

  public static long mark(int machine, int sequence) {
    return ((long) sequence << Integer.SIZE) | machine;
  }

  public static int machine(long mark) {
    return (int) mark;
  }

  public static int sequence(long mark) {
    return (int) (mark >>> Integer.SIZE);
  }

  /** A copy, to be sent. A full array is given away without a copy, and the rows are empty then. */
  public PackedRows pack() {
    int length = size * width;
    boolean full = length == rows.length;
    var packed =
        new PackedRows(full ? rows : Arrays.copyOf(rows, length), width, List.copyOf(named));
    if (full) {
      rows = NONE;
      clear();
    }
    return packed;
  }

  public void clear() {
    size = 0;
    named.clear();
  }

  /**
   * Clears the rows, with capacity for so many.
   *
   * @param words of each row: {@link #FULL_ROW} or {@link #FREE_ROW}
   */
  public void clear(int expected, int words) {
    clear();
    width = words;
    if (rows.length < expected * width) {
      rows = new long[expected * width];
    }
  }

  /** Adds a row; gives its start in {@link #flat}. */
  public int addRow() {
    if ((size + 1) * width > rows.length) {
      rows = Arrays.copyOf(rows, Math.max(FIRST_ROWS * width, rows.length * 2));
    }
    return size++ * width;
  }

  public boolean isFreeOnly() {
    return width == FREE_ROW;
  }

  public void add(NamedRow row) {
    named.add(row);
  }

  public long[] flat() {
    return rows;
  }

  public int size() {
    return size;
  }

  public int machine(int row) {
    return machine(rows[row * width + MARK]);
  }

  public boolean isPresent(int row) {
    return isFreeOnly() || rows[row * width + CAPACITY_CPU] != ABSENT;
  }

  /** Cpu and memory alone. */
  public Resources free(int row) {
    return new Resources(rows[row * width + FREE_CPU], rows[row * width + FREE_MEMORY]);
  }

  /** Cpu and memory alone; of full rows only. */
  public Resources capacity(int row) {
    requireFullRows();
    return new Resources(
        rows[row * FULL_ROW + CAPACITY_CPU], rows[row * FULL_ROW + CAPACITY_MEMORY]);
  }

  private void requireFullRows() {
    if (isFreeOnly()) {
      throw new IllegalStateException("the rows are free-only");
    }
  }

  /** Of full rows only. */
  public Site site(int row) {
    requireFullRows();
    return Site.unpack(rows[row * FULL_ROW + SITE]);
  }

  public int sequence(int row) {
    return sequence(rows[row * width + MARK]);
  }

  /** Of those machines that have named resources. */
  public List<NamedRow> named() {
    return named;
  }
}
