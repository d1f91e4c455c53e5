package dev.muster.core.cell;

import dev.muster.core.actor.TraceHash;
import java.util.Arrays;

/**
 * The loads of nodes on their way to a scheduler: rows in flat arrays, ordered by node, so that no
 * node costs an object and small numbers take one byte. The arrays are never changed.
 *
 * <pre>
 *   rows    gap to the node before, age, then the {@link WaitRows} of its matrix   it changed
 *   again   gap to the node before, age                                            as predicted
 *   risks   gap to the node before, failures, maintenance begins in, ends in       {@link FailureOdds}
 *   files   node, count, then so many hashes                                       all it caches
 *   light   gap to the node before                                                 lightly loaded
 *   ranks   gap to the node before, R of Mercury                                   it reported
 * </pre>
 *
 * Times are in milliseconds, ages before and maintenance after {@code atNs}.
 *
 * @param atNs when this was packed, by the clock of the monitor
 * @param relit whether {@code light} is a new list; else the one before goes on
 */
@SuppressWarnings("ArrayRecordComponent") // a node must cost no object
public record PackedLoads(
    long atNs,
    int[] rows,
    int[] again,
    int[] risks,
    long[] files,
    boolean relit,
    int[] light,
    int[] ranks) {

  /** Words of a row of {@code rows}. */
  public static final int ROW = 2 + WaitRows.WAITS;

  /** Words of a row of {@code again}. */
  public static final int AGAIN = 2;

  /** Words of a row of {@code risks}. */
  public static final int RISK = 4;

  /** Words of a row of {@code ranks}. */
  public static final int RANK = 2;

  /** In place of a rank: no opportunistic task can start there. */
  public static final int NO_RANK = Integer.MAX_VALUE;

  /** Without ranks. */
  public PackedLoads(
      long atNs, int[] rows, int[] again, int[] risks, long[] files, boolean relit, int[] light) {
    this(atNs, rows, again, risks, files, relit, light, new int[0]);
  }

  /** Of how many nodes the waits changed. */
  public int rowCount() {
    return rows.length / ROW;
  }

  public void trace(TraceHash hash) {
    hash.add(atNs).add(rows).add(again).add(risks).add(files).add(relit).add(light).add(ranks);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PackedLoads that
        && atNs == that.atNs
        && relit == that.relit
        && Arrays.equals(rows, that.rows)
        && Arrays.equals(again, that.again)
        && Arrays.equals(risks, that.risks)
        && Arrays.equals(files, that.files)
        && Arrays.equals(light, that.light)
        && Arrays.equals(ranks, that.ranks);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(atNs) * 31 + Arrays.hashCode(rows);
  }

  @Override
  public String toString() {
    return rowCount() + " loads, " + again.length / AGAIN + " as predicted";
  }
}
