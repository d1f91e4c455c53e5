package dev.muster.core.cell;

import dev.muster.core.actor.flat.IntList;
import dev.muster.model.WaitMatrix;
import java.util.Arrays;
import java.util.List;

/**
 * The wait matrices of nodes, at the monitor and at schedulers: flat, one row of {@link #WAITS}
 * numbers for each node, so that a lookup reads one row and a report makes no object.
 *
 * <p>A matrix says when resources will be available, so it foresees its successors: where nothing
 * unexpected happens, each wait is shorter by the time that has passed. A report that says no more
 * than that ({@link #isAsPredicted}) only renews the age of the row; the waits of the row are then
 * those of its matrix less the time between the two reports.
 */
public final class WaitRows {

  /** Waits of a row: for each amount of cpu, then for each amount of memory. */
  public static final int WAITS = 2 * WaitMatrix.SIDE;

  /** A wait that differs from the predicted one by less than this, and a share, is as predicted. */
  public static final int SLACK_MS = 100;

  /** The share, of the predicted wait: one part in so many. */
  public static final int SLACK_PARTS = 16;

  private static final int NEVER_MS = Integer.MAX_VALUE;
  private static final long MS = 1_000_000;
  private static final long UNKNOWN = Long.MIN_VALUE;
  private static final int FIRST_NODES = 64;

  private int[] waitsMs = new int[FIRST_NODES * WAITS];

  /** When the matrix of each node was made. */
  private long[] madeNs = new long[FIRST_NODES];

  /** When each node reported last; {@link #UNKNOWN} where it never did. */
  private long[] reportedNs = newTimes(FIRST_NODES);

  private static long[] newTimes(int length) {
    long[] times = new long[length];
    Arrays.fill(times, UNKNOWN);
    return times;
  }

  public boolean isKnown(int node) {
    return node < reportedNs.length && reportedNs[node] != UNKNOWN;
  }

  /** Of a node that is known. */
  public long reportedNs(int node) {
    return reportedNs[node];
  }

  /** Whether the node is not known, or its latest report is not of a later time. */
  public boolean isNewer(long nowNs, int node) {
    return !isKnown(node) || nowNs >= reportedNs[node];
  }

  /** Of a node that is known: the wait for an amount of cpu, as of its latest report. */
  public long cpuWaitNs(int node, int index) {
    return ns(predictedMs(node, index, reportedNs[node]));
  }

  /** The same for an amount of memory. */
  public long memoryWaitNs(int node, int index) {
    return ns(predictedMs(node, WaitMatrix.SIDE + index, reportedNs[node]));
  }

  private int predictedMs(int node, int at, long nowNs) {
    int waitMs = waitsMs[node * WAITS + at];
    long passedMs = (nowNs - madeNs[node]) / MS;
    return waitMs == NEVER_MS ? NEVER_MS : (int) Math.max(0, waitMs - passedMs);
  }

  /** Whether a matrix says what was to be expected from the one before. */
  public boolean isAsPredicted(long nowNs, int node, WaitMatrix waits) {
    return isKnown(node)
        && areAsPredicted(nowNs, node, 0, waits.cpuNs())
        && areAsPredicted(nowNs, node, WaitMatrix.SIDE, waits.memoryNs());
  }

  private boolean areAsPredicted(long nowNs, int node, int first, List<Long> waitsNs) {
    for (int index = 0; index < WaitMatrix.SIDE; index++) {
      long predictedMs = predictedMs(node, first + index, nowNs);
      long saidMs = ms(waitsNs.get(index));
      boolean oneIsNever = (predictedMs == NEVER_MS) != (saidMs == NEVER_MS);
      if (oneIsNever || Math.abs(saidMs - predictedMs) > SLACK_MS + predictedMs / SLACK_PARTS) {
        return false;
      }
    }
    return true;
  }

  /** A matrix that is known ({@link WaitMatrix#isKnown}). */
  public void put(long nowNs, int node, WaitMatrix waits) {
    grow(node);
    for (int index = 0; index < WaitMatrix.SIDE; index++) {
      waitsMs[node * WAITS + index] = ms(waits.cpuNs().get(index));
      waitsMs[node * WAITS + WaitMatrix.SIDE + index] = ms(waits.memoryNs().get(index));
    }
    madeNs[node] = nowNs;
    reportedNs[node] = nowNs;
  }

  /** A node that is known has reported what was to be expected. */
  public void again(long nowNs, int node) {
    reportedNs[node] = Math.max(reportedNs[node], nowNs);
  }

  public void copy(int node, WaitRows other) {
    grow(node);
    System.arraycopy(other.waitsMs, node * WAITS, waitsMs, node * WAITS, WAITS);
    madeNs[node] = other.madeNs[node];
    reportedNs[node] = other.reportedNs[node];
  }

  public void forget(int node) {
    if (node < reportedNs.length) {
      reportedNs[node] = UNKNOWN;
    }
  }

  /**
   * The waits as of the latest report, each of cpu and of memory as the step from the one before.
   */
  public void pack(int node, IntList out) {
    for (int at = 0; at < WAITS; at++) {
      int beforeMs = at % WaitMatrix.SIDE == 0 ? 0 : predictedMs(node, at - 1, reportedNs[node]);
      out.add(predictedMs(node, at, reportedNs[node]) - beforeMs);
    }
  }

  /**
   * @param nowNs when the node reported the matrix
   * @param packed has the waits from this position on
   */
  public void unpack(long nowNs, int node, int[] packed, int from) {
    grow(node);
    int waitMs = 0;
    for (int at = 0; at < WAITS; at++) {
      waitMs = (at % WaitMatrix.SIDE == 0 ? 0 : waitMs) + packed[from + at];
      waitsMs[node * WAITS + at] = waitMs;
    }
    madeNs[node] = nowNs;
    reportedNs[node] = nowNs;
  }

  private void grow(int node) {
    if (node < reportedNs.length) {
      return;
    }
    int before = reportedNs.length;
    int length = Math.max(node + 1, before * 2);
    waitsMs = Arrays.copyOf(waitsMs, length * WAITS);
    madeNs = Arrays.copyOf(madeNs, length);
    reportedNs = Arrays.copyOf(reportedNs, length);
    Arrays.fill(reportedNs, before, length, UNKNOWN);
  }

  /** Rounded up, so that a node that is busy never looks idle. */
  private static int ms(long ns) {
    if (ns == WaitMatrix.NEVER) {
      return NEVER_MS;
    }
    return (int) Math.min(NEVER_MS - 1, Math.ceilDiv(Math.max(0, ns), MS));
  }

  private static long ns(int ms) {
    return ms == NEVER_MS ? WaitMatrix.NEVER : ms * MS;
  }
}
