package dev.muster.core.master;

import dev.muster.core.event.MasterEvent.NodeReport;
import java.util.Arrays;

/** Which report of each node is the latest: one that was overtaken on its way says nothing. */
final class LatestReports {

  private long[] versions = new long[64];

  /** Whether nothing newer has come from that node; remembers it if so. */
  boolean isLatest(NodeReport report) {
    int node = report.node();
    if (node >= versions.length) {
      versions = Arrays.copyOf(versions, Math.max(node + 1, versions.length * 2));
    }
    boolean latest = report.version() >= versions[node];
    if (latest) {
      versions[node] = report.version();
    }
    return latest;
  }
}
