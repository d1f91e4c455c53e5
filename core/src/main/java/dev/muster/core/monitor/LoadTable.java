package dev.muster.core.monitor;

import dev.muster.core.actor.Timing;
import dev.muster.core.cell.WaitRows;
import dev.muster.core.event.MonitorEvent.LoadReported;
import java.util.Arrays;

/**
 * What nodes reported last, flat by node, and in which order it came: every report has the next
 * sequence, and schedulers ask for what came after one.
 *
 * <pre>
 *   reported   all reports
 *   changed    those whose waits were not as predicted from the report before
 *   risked     the failures or the maintenance of the node changed
 *   filed      what the node caches changed
 * </pre>
 */
final class LoadTable {

  static final long NEVER = Long.MAX_VALUE;

  /** By less than this the time of a maintenance differs from report to report without a change. */
  static final long WINDOW_SLACK_NS = 1_000_000_000;

  private static final long[] NO_FILES = {};

  private final FailureHistory history;
  private final WaitRows waits = new WaitRows();
  private final NodeSequence reported = new NodeSequence();
  private final NodeSequence changed = new NodeSequence();
  private final NodeSequence risked = new NodeSequence();
  private final NodeSequence filed = new NodeSequence();
  private long[] reports = {};
  private long[] ranksNs = {};
  private long[] fromNs = {};
  private long[] untilNs = {};
  private long[][] files = {};
  private long sequence;

  LoadTable(FailureHistory history) {
    this.history = history;
  }

  /**
   * Reports that are stale, or of a node that predicts no waits, are ignored.
   *
   * @return whether the report counts
   */
  boolean report(long nowNs, LoadReported report, int cell) {
    int node = report.node();
    grow(node);
    int epoch = history.epoch(node);
    boolean isNew =
        report.epoch() > epoch || (report.epoch() == epoch && report.sequence() > reports[node]);
    if (!isNew || !report.load().waits().isKnown()) {
      return false;
    }
    reports[node] = report.sequence();
    ranksNs[node] = report.load().rankNs();
    history.reported(nowNs, node, report.epoch(), cell);
    sequence++;
    reported.add(node, sequence);
    takeWaits(nowNs, report);
    takeRisk(nowNs, report);
    if (report.listsFiles()) {
      takeFiles(report);
    }
    return true;
  }

  private void takeWaits(long nowNs, LoadReported report) {
    int node = report.node();
    if (waits.isAsPredicted(nowNs, node, report.load().waits())) {
      waits.again(nowNs, node);
    } else {
      waits.put(nowNs, node, report.load().waits());
      changed.add(node, sequence);
    }
  }

  private void takeRisk(long nowNs, LoadReported report) {
    int node = report.node();
    boolean isPlanned = report.inNs() != LoadReported.NO_MAINTENANCE;
    long from = isPlanned ? Timing.later(nowNs, report.inNs()) : NEVER;
    long until = isPlanned ? Timing.later(from, report.forNs()) : NEVER;
    boolean begun = from <= nowNs && fromNs[node] <= nowNs;
    boolean isMoved = differ(until, untilNs[node]) || (!begun && differ(from, fromNs[node]));
    if (isMoved) {
      fromNs[node] = from;
      untilNs[node] = until;
    }
    if (history.takeNews(node) || isMoved) {
      risked.add(node, sequence);
    }
  }

  private static boolean differ(long oneNs, long otherNs) {
    return Math.abs(oneNs - otherNs) > WINDOW_SLACK_NS;
  }

  private void takeFiles(LoadReported report) {
    int node = report.node();
    long[] listed = report.files().stream().mapToLong(Long::longValue).sorted().toArray();
    if (!Arrays.equals(listed, files[node])) {
      files[node] = listed;
      filed.add(node, sequence);
    }
  }

  /** The node has left the cell. */
  void forget(int node) {
    waits.forget(node);
    reported.remove(node);
    changed.remove(node);
    risked.remove(node);
    filed.remove(node);
    if (node < reports.length) {
      fromNs[node] = NEVER;
      untilNs[node] = NEVER;
      files[node] = NO_FILES;
    }
  }

  /** Something else than a report is new. */
  long nextSequence() {
    return ++sequence;
  }

  long sequence() {
    return sequence;
  }

  WaitRows waits() {
    return waits;
  }

  /** R of Mercury, by the latest report of a node. */
  long rankNs(int node) {
    return ranksNs[node];
  }

  NodeSequence reported() {
    return reported;
  }

  NodeSequence changed() {
    return changed;
  }

  NodeSequence risked() {
    return risked;
  }

  NodeSequence filed() {
    return filed;
  }

  double failures(long nowNs, int node) {
    return history.failures(nowNs, node);
  }

  /** When the next maintenance of a node begins; {@link #NEVER} where none is scheduled. */
  long maintenanceFromNs(int node) {
    return fromNs[node];
  }

  long maintenanceUntilNs(int node) {
    return untilNs[node];
  }

  /** Sorted. */
  long[] files(int node) {
    return files[node];
  }

  private void grow(int node) {
    if (node >= reports.length) {
      int before = reports.length;
      int length = Math.max(node + 1, before * 2);
      reports = Arrays.copyOf(reports, length);
      ranksNs = Arrays.copyOf(ranksNs, length);
      fromNs = Arrays.copyOf(fromNs, length);
      untilNs = Arrays.copyOf(untilNs, length);
      files = Arrays.copyOf(files, length);
      Arrays.fill(fromNs, before, length, NEVER);
      Arrays.fill(untilNs, before, length, NEVER);
      Arrays.fill(files, before, length, NO_FILES);
    }
  }
}
