package dev.muster.core.claim;

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

  public static final int FREE_CPU = 0;
  public static final int FREE_MEMORY = 1;
  public static final int CAPACITY_CPU = 2;
  public static final int CAPACITY_MEMORY = 3;
  public static final int SITE = 4;
  public static final int SEQUENCE = 5;
  public static final int NUMBER = 6;
  public static final int ROW = 7;

  /** Capacity and room of a machine that is not there: nothing fits, not even nothing. */
  public static final long ABSENT = -1;

  private static final int FIRST_ROWS = 16;
  private static final long[] NONE = new long[0];

  /** What some machine has besides cpu and memory. */
  public record Named(int machine, Resources capacity, Resources free) {}

  private long[] rows = new long[FIRST_ROWS * ROW];
  private int size;
  private final List<Named> named = new ArrayList<>();

  /** What a scheduler was told. */
  public static MachineRows of(MachineNews news) {
    var told = new MachineRows();
    told.rows = news.rows();
    told.size = news.rows().length / ROW;
    told.named.addAll(news.named());
    return told;
  }

  /** As they are now, to be sent. An array that is full is given away; these are empty then. */
  public MachineNews news() {
    boolean full = size * ROW == rows.length;
    var news = new MachineNews(full ? rows : Arrays.copyOf(rows, size * ROW), List.copyOf(named));
    if (full) {
      rows = NONE;
      clear();
    }
    return news;
  }

  public void clear() {
    size = 0;
    named.clear();
  }

  /** Clears them, with room for so many. */
  public void clear(int expected) {
    clear();
    if (rows.length < expected * ROW) {
      rows = new long[expected * ROW];
    }
  }

  /** Where the next row starts in {@link #flat}. */
  public int next() {
    if ((size + 1) * ROW > rows.length) {
      rows = Arrays.copyOf(rows, Math.max(FIRST_ROWS * ROW, rows.length * 2));
    }
    return size++ * ROW;
  }

  public void add(Named more) {
    named.add(more);
  }

  public long[] flat() {
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
