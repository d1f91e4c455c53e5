package dev.muster.core.scheduler.place.load;

import dev.muster.core.actor.Timing;
import dev.muster.core.cell.FailureOdds;
import dev.muster.core.cell.PackedLoads;
import java.util.Arrays;

/** What may end a task before its time, by node: past failures, and maintenance to come. */
final class NodeRisks {

  private static final long MS = 1_000_000;

  private double[] failures = {};

  /** When the failures were so many. */
  private long[] countedNs = {};

  private long[] fromNs = {};
  private long[] untilNs = {};

  void read(long nowNs, int[] risks) {
    int node = 0;
    for (int at = 0; at < risks.length; at += PackedLoads.RISK) {
      node += risks[at];
      grow(node);
      failures[node] = risks[at + 1] / FailureOdds.PARTS;
      countedNs[node] = nowNs;
      fromNs[node] = nowNs + risks[at + 2] * MS;
      untilNs[node] = nowNs + risks[at + 3] * MS;
    }
  }

  private void grow(int node) {
    if (node >= failures.length) {
      int length = Math.max(node + 1, failures.length * 2);
      failures = Arrays.copyOf(failures, length);
      countedNs = Arrays.copyOf(countedNs, length);
      fromNs = Arrays.copyOf(fromNs, length);
      untilNs = Arrays.copyOf(untilNs, length);
    }
  }

  double odds(int node, long lengthNs, long nowNs) {
    if (node >= failures.length) {
      return 1;
    }
    if (nowNs < untilNs[node] && Timing.later(nowNs, lengthNs) > fromNs[node]) {
      return FailureOdds.IN_MAINTENANCE;
    }
    return failures[node] == 0
        ? 1
        : FailureOdds.odds(FailureOdds.faded(failures[node], nowNs - countedNs[node]), lengthNs);
  }
}
