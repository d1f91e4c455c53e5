package dev.muster.core.cell;

import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Machines as they are now, one flat row each: what the cell tells a scheduler. Cleared and filled
 * anew.
 *
 * <pre>
 *   free cpu · free memory · mark · capacity cpu · capacity memory · site
 *   └─ their room ──────────────┘ └─ and where that is not all ───────────┘
 * </pre>
 *
 * The mark is the number of the machine and its sequence number. Where it is known what machines
 * are, rows of their room alone do. A machine that has left has a row too, which says so.
 */
public final class MachineRows {

  public static final int FREE_CPU = 0;
  public static final int FREE_MEMORY = 1;
  public static final int MARK = 2;
  public static final int CAPACITY_CPU = 3;
  public static final int CAPACITY_MEMORY = 4;
  public static final int SITE = 5;

  /** How many words a row has. */
  public static final int FULL_ROW = 6;

  /** How many words a row has that tells of room alone. */
  public static final int FREE_ROW = 3;

  /** What to add to a mark for the next sequence number. */
  public static final long NEXT = 1L << Integer.SIZE;

  /** Capacity and room of a machine that is not there: nothing fits, not even nothing. */
  public static final long ABSENT = -1;

  private static final int FIRST_ROWS = 16;
  private static final long[] NONE = new long[0];

  /** What some machine has besides cpu and memory. */
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

  /** What a scheduler was told; to be read. */
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

  /** As they are now, to be sent. An array that is full is given away; these are empty then. */
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
   * Clears them, with room for so many.
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

  /** Where the next row starts in {@link #flat}. */
  public int addRow() {
    if ((size + 1) * width > rows.length) {
      rows = Arrays.copyOf(rows, Math.max(FIRST_ROWS * width, rows.length * 2));
    }
    return size++ * width;
  }

  /** Whether they tell of room alone, of machines that are known. */
  public boolean isFreeOnly() {
    return width == FREE_ROW;
  }

  public void add(NamedRow more) {
    named.add(more);
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

  /** Cpu and memory alone; not of rows of room alone. */
  public Resources capacity(int row) {
    requireFullRows();
    return new Resources(
        rows[row * FULL_ROW + CAPACITY_CPU], rows[row * FULL_ROW + CAPACITY_MEMORY]);
  }

  private void requireFullRows() {
    if (isFreeOnly()) {
      throw new IllegalStateException("these rows tell of room alone");
    }
  }

  /** Not of rows of room alone. */
  public Site site(int row) {
    requireFullRows();
    return Site.unpack(rows[row * FULL_ROW + SITE]);
  }

  public int sequence(int row) {
    return sequence(rows[row * width + MARK]);
  }

  /** Of those rows whose machines have any. */
  public List<NamedRow> named() {
    return named;
  }
}
