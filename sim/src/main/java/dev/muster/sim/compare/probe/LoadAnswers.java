package dev.muster.sim.compare.probe;

import java.util.Arrays;

/** The last answer of each probed node, while it is young enough to be used again. */
final class LoadAnswers {

  private static final long NEVER = Long.MIN_VALUE;

  private final long reuseNs;
  private long[] atNs = new long[0];
  private int[] loads = new int[0];

  /**
   * @param reuseNs how long an answer is used; 0 for not at all
   */
  LoadAnswers(long reuseNs) {
    this.reuseNs = reuseNs;
  }

  void add(long nowNs, int node, int load) {
    if (reuseNs == 0) {
      return;
    }
    if (node >= atNs.length) {
      int known = atNs.length;
      atNs = Arrays.copyOf(atNs, Math.max(node + 1, 2 * known));
      loads = Arrays.copyOf(loads, atNs.length);
      Arrays.fill(atNs, known, atNs.length, NEVER);
    }
    atNs[node] = nowNs;
    loads[node] = load;
  }

  /** What is known of the node; {@link ProbeMode#UNKNOWN} where the node has to be probed. */
  int load(long nowNs, int node) {
    boolean known = node < atNs.length && atNs[node] != NEVER && nowNs - atNs[node] <= reuseNs;
    return known ? loads[node] : ProbeMode.UNKNOWN;
  }

  /** A task was sent to the node, which is busier than it answered. */
  void sent(int node) {
    if (node < loads.length) {
      loads[node]++;
    }
  }
}
