package dev.muster.core.monitor;

import dev.muster.core.cell.FailureOdds;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Which nodes have failed, and how often of late ({@link FailureOdds}).
 *
 * <p>A failure is a death or a restart; the restart with which a dead node returns belongs to its
 * death. Where many nodes fail within one window, the cause is not theirs: a power line, a switch,
 * an upgrade. Then one failure of each is forgiven, those before the mass was recognised included,
 * so that nodes that return are as good as before. Whoever fails again in the same window is a
 * repeat offender all the same.
 *
 * <pre>
 *   mass:  nodes that failed within MASS_WINDOW_NS  ≥  max(MASS_LEAST, MASS_SHARE × nodes)
 * </pre>
 *
 * What happens while nobody is interested in loads is dated when the monitor hears of it.
 */
final class FailureHistory {

  static final long MASS_WINDOW_NS = 60_000_000_000L;
  static final double MASS_SHARE = 0.05;
  static final int MASS_LEAST = 3;

  /** How many failures of the latest window are kept; the oldest go first. */
  static final int MAX_RECENT = 1 << 17;

  private record RecentFailure(int node, long atNs) {}

  private final ArrayDeque<RecentFailure> recent = new ArrayDeque<>();
  private double[] failures = {};
  private long[] countedNs = {};
  private int[] epochs = {};

  /** Dead nodes, whose next epoch is no failure of its own. */
  private boolean[] away = {};

  /** How many of the recent failures are of each node. */
  private int[] inWindow = {};

  private boolean[] forgiven = {};

  /** Nodes whose failures are not what was last told of them. */
  private boolean[] isNews = {};

  private int nodesInWindow;

  /** Whether the latest failure was one of many: all of its window are forgiven. */
  private boolean isMass;

  /** The failures that count, as of now. */
  double failures(long nowNs, int node) {
    return node < failures.length ? FailureOdds.faded(failures[node], nowNs - countedNs[node]) : 0;
  }

  /** Whether the failures of a node changed since this was last asked. */
  boolean takeNews(int node) {
    boolean was = node < isNews.length && isNews[node];
    if (was) {
      isNews[node] = false;
    }
    return was;
  }

  /** The latest epoch of a node that reported; 0 for none. */
  int epoch(int node) {
    return node < epochs.length ? epochs[node] : 0;
  }

  void died(long nowNs, int node, int cell) {
    grow(node);
    if (!away[node]) {
      away[node] = true;
      failed(nowNs, node, cell);
    }
  }

  /** A node reported under an epoch that is not older than the one before. */
  void reported(long nowNs, int node, int epoch, int cell) {
    grow(node);
    boolean restarted = epochs[node] != 0 && epoch > epochs[node];
    if (restarted && !away[node]) {
      failed(nowNs, node, cell);
    }
    away[node] = false;
    epochs[node] = epoch;
  }

  private void failed(long nowNs, int node, int cell) {
    while (!recent.isEmpty()
        && (recent.peek().atNs < nowNs - MASS_WINDOW_NS || recent.size() == MAX_RECENT)) {
      dropOldest();
    }
    recent.add(new RecentFailure(node, nowNs));
    nodesInWindow += inWindow[node]++ == 0 ? 1 : 0;
    count(nowNs, node, 1);
    boolean wasMass = isMass;
    isMass = nodesInWindow >= Math.max(MASS_LEAST, MASS_SHARE * cell);
    if (isMass && wasMass) {
      forgive(nowNs, recent.getLast());
    } else if (isMass) {
      recent.forEach(failure -> forgive(nowNs, failure));
    }
  }

  private void dropOldest() {
    int node = recent.remove().node;
    if (--inWindow[node] == 0) {
      nodesInWindow--;
      forgiven[node] = false;
    }
  }

  private void forgive(long nowNs, RecentFailure failure) {
    if (!forgiven[failure.node]) {
      forgiven[failure.node] = true;
      count(nowNs, failure.node, -FailureOdds.faded(1, nowNs - failure.atNs));
    }
  }

  private void count(long nowNs, int node, double change) {
    failures[node] = Math.max(0, failures(nowNs, node) + change);
    countedNs[node] = nowNs;
    isNews[node] = true;
  }

  private void grow(int node) {
    if (node >= failures.length) {
      int length = Math.max(node + 1, failures.length * 2);
      failures = Arrays.copyOf(failures, length);
      countedNs = Arrays.copyOf(countedNs, length);
      epochs = Arrays.copyOf(epochs, length);
      away = Arrays.copyOf(away, length);
      inWindow = Arrays.copyOf(inWindow, length);
      forgiven = Arrays.copyOf(forgiven, length);
      isNews = Arrays.copyOf(isNews, length);
    }
  }
}
