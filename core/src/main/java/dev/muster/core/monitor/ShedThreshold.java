package dev.muster.core.monitor;

import dev.muster.core.event.MonitorEvent.LoadReported;
import dev.muster.model.Load;
import java.util.Arrays;

/**
 * The queueing delay of opportunistic tasks above which nodes shed some: the mean of all nodes and
 * a number of standard deviations.
 *
 * <p>Nodes where no opportunistic task runs, waits or could start do not count: their delays say
 * how long guaranteed tasks keep them busy, not how the others are spread.
 */
final class ShedThreshold {

  static final long NONE = Long.MAX_VALUE;

  /** Of one node alone there is no spread. */
  private static final int LEAST_NODES = 2;

  /** In place of a delay: the node does not count. */
  private static final long ABSENT = -1;

  private final MonitorConfig.Shedding shedding;
  private long[] delaysNs = {};

  ShedThreshold(MonitorConfig.Shedding shedding) {
    this.shedding = shedding;
  }

  void reported(LoadReported report) {
    int node = report.node();
    if (node >= delaysNs.length) {
      int before = delaysNs.length;
      delaysNs = Arrays.copyOf(delaysNs, Math.max(node + 1, before * 2));
      Arrays.fill(delaysNs, before, delaysNs.length, ABSENT);
    }
    var load = report.load();
    boolean counts = load.servesOpportunistic() && load.delayNs() != Load.NEVER;
    delaysNs[node] = counts ? load.delayNs() : ABSENT;
  }

  void forget(int node) {
    if (node < delaysNs.length) {
      delaysNs[node] = ABSENT;
    }
  }

  /** As of the latest reports of these nodes; {@link #NONE} where nothing is to be shed. */
  long ns() {
    int count = 0;
    double sum = 0;
    for (long delayNs : delaysNs) {
      if (delayNs != ABSENT) {
        count++;
        sum += delayNs;
      }
    }
    if (!shedding.isOn() || count < LEAST_NODES) {
      return NONE;
    }
    double mean = sum / count;
    double squares = 0;
    for (long delayNs : delaysNs) {
      squares += delayNs == ABSENT ? 0 : (delayNs - mean) * (delayNs - mean);
    }
    double limit = mean + shedding.sigmas() * Math.sqrt(squares / count);
    return Math.max(shedding.leastNs(), (long) Math.min(limit, NONE));
  }
}
