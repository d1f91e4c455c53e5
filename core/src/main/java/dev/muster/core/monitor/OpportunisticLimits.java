package dev.muster.core.monitor;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.MonitorEvent.LoadReported;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.SetOpportunisticLimits;
import java.util.Arrays;

/**
 * Tells nodes how much opportunistic tasks may have, and above which queueing delay to shed some.
 *
 * <pre>
 *   LoadReported ──► ShedThreshold, once an interval ──┐
 *              └───► GuaranteedForecast ───────────────┴─► limits ──► SetOpportunisticLimits
 * </pre>
 *
 * <p>A node is told what differs clearly from what it was told before, or what would lapse soon:
 * its limits last as long as a lease to report. A beat tells one node in {@link #BEATS} at most,
 * the others one of the next; a node that does not report is told nothing.
 */
final class OpportunisticLimits {

  /** In so many beats the whole cell may be told. */
  static final int BEATS = 20;

  /** How many may be told in one beat even in a small cell. */
  static final int LEAST = 32;

  /** How many intervals limits last; they are renewed after half of that. */
  static final int LIMIT_INTERVALS = ReportLeases.LEASE_INTERVALS;

  /** A share that differs by less is no news. */
  static final double SHARE_STEP = 0.05;

  /** A delay that differs by less is no news. */
  static final long DELAY_STEP_NS = 100_000_000;

  /** Nor is one that differs by less than one part in so many. */
  static final int DELAY_PARTS = 8;

  private static final SetOpportunisticLimits NONE =
      new SetOpportunisticLimits(1, ShedThreshold.NONE);

  private final MonitorConfig config;
  private final MonitoredNodes cell;
  private final LoadTable table;
  private final long everyNs;
  private final ShedThreshold threshold;
  private final GuaranteedForecast forecast;
  private SetOpportunisticLimits[] told = {};
  private long[] toldNs = {};
  private int[] epochs = {};
  private long shedAboveNs = ShedThreshold.NONE;
  private int cursor;

  OpportunisticLimits(MonitorConfig config, MonitoredNodes cell, LoadTable table, long everyNs) {
    this.config = config;
    this.cell = cell;
    this.table = table;
    this.everyNs = everyNs;
    this.threshold = new ShedThreshold(config.shedding());
    this.forecast = new GuaranteedForecast(config.policing());
  }

  /** A node has reported anew; in a new epoch it knows of no limits. */
  void reported(long nowNs, LoadReported report) {
    if (config.isOff()) {
      return;
    }
    int node = report.node();
    grow(node);
    if (report.epoch() > epochs[node]) {
      epochs[node] = report.epoch();
      told[node] = NONE;
    }
    threshold.reported(report);
    forecast.reported(nowNs, report);
  }

  /** The node has left the cell; whoever joins with its number was told nothing. */
  void forget(int node) {
    threshold.forget(node);
    forecast.forget(node);
    if (node < told.length) {
      told[node] = NONE;
    }
  }

  /**
   * @param isWholeInterval whether an interval of reports is over
   */
  void beat(long nowNs, boolean isWholeInterval, Effects out) {
    if (config.isOff()) {
      return;
    }
    if (isWholeInterval) {
      shedAboveNs = threshold.ns();
    }
    int size = cell.size();
    int left = Math.max(LEAST, Math.ceilDiv(size, BEATS));
    for (int step = 0; step < size && left > 0; step++) {
      cursor = cursor + 1 < size ? cursor + 1 : 0;
      int node = cell.node(cursor);
      if (isFresh(nowNs, node) && tell(nowNs, node, limits(node), out)) {
        left--;
      }
    }
  }

  private boolean tell(long nowNs, int node, SetOpportunisticLimits limits, Effects out) {
    boolean isNews = isNews(nowNs, node, limits);
    if (isNews) {
      told[node] = limits;
      toldNs[node] = nowNs;
      out.send(NodeEvent.at(node), limits);
    }
    return isNews;
  }

  private boolean isFresh(long nowNs, int node) {
    return table.waits().isKnown(node)
        && nowNs - table.waits().reportedNs(node) <= Monitor.FRESH_INTERVALS * everyNs;
  }

  private SetOpportunisticLimits limits(int node) {
    long forNs = LIMIT_INTERVALS * everyNs;
    if (!config.policing().isOn()) {
      return new SetOpportunisticLimits(1, 1, shedAboveNs, forNs);
    }
    double memory = 1 - forecast.memory(node);
    double cpu = memory > 0 ? 1 - forecast.cpu(node) : 0; // without memory nothing starts
    return new SetOpportunisticLimits(cpu, memory, shedAboveNs, forNs);
  }

  private boolean isNews(long nowNs, int node, SetOpportunisticLimits limits) {
    long agoNs = nowNs - toldNs[node];
    long lapseNs = LIMIT_INTERVALS * everyNs;
    var before = agoNs < lapseNs ? told[node] : NONE;
    boolean isLimited = differ(limits, NONE) || differ(before, NONE);
    return differ(limits, before) || (isLimited && agoNs >= lapseNs / 2);
  }

  private static boolean differ(SetOpportunisticLimits one, SetOpportunisticLimits other) {
    return Math.abs(one.cpuShare() - other.cpuShare()) >= SHARE_STEP
        || Math.abs(one.shareOfMemory() - other.shareOfMemory()) >= SHARE_STEP
        || differ(one.shedAboveNs(), other.shedAboveNs());
  }

  private static boolean differ(long oneNs, long otherNs) {
    long lower = Math.min(oneNs, otherNs);
    return Math.abs(oneNs - otherNs) > Math.max(DELAY_STEP_NS, lower / DELAY_PARTS);
  }

  private void grow(int node) {
    int before = told.length;
    if (node >= before) {
      int length = Math.max(node + 1, before * 2);
      told = Arrays.copyOf(told, length);
      Arrays.fill(told, before, length, NONE);
      toldNs = Arrays.copyOf(toldNs, length);
      epochs = Arrays.copyOf(epochs, length);
    }
  }
}
