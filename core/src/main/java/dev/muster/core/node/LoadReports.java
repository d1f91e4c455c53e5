package dev.muster.core.node;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.MonitorEvent.LoadReported;
import dev.muster.core.event.NodeEvent.FilesCached;
import dev.muster.core.event.NodeEvent.ReportLoad;
import dev.muster.core.node.resource.MaintenanceWindow;
import java.util.List;

/** Reports the load to the monitor, for as long as the lease that the monitor renews. */
final class LoadReports {

  /** Into so many parts an interval is divided. */
  private static final int SPREAD = 1_000;

  private final int node;
  private final Runs runs;
  private final NodeLoad load;
  private final MaintenanceWindow window;
  private final OutgoingMessages messages;
  private long everyNs;
  private long untilNs;
  private boolean timerSet;
  private List<Long> files = List.of();

  /** Whether the monitor may not know which files are cached. */
  private boolean filesChanged;

  LoadReports(
      int node, Runs runs, NodeLoad load, MaintenanceWindow window, OutgoingMessages messages) {
    this.node = node;
    this.runs = runs;
    this.load = load;
    this.window = window;
    this.messages = messages;
  }

  /** The first report goes out at once, the next ones of all nodes spread over the interval. */
  void lease(long nowNs, ReportLoad lease, Effects out) {
    everyNs = lease.everyNs();
    untilNs = Timing.later(nowNs, lease.forNs());
    filesChanged = true;
    if (!timerSet) {
      report(nowNs, out);
      long part = 1L + Math.floorMod(node * 7_919L, SPREAD);
      setTimer(Timing.later(nowNs, 1 + everyNs / SPREAD * part), out);
    }
  }

  /** What the driver says of its cache: the largest files first. */
  void cached(FilesCached cached) {
    int most = Math.min(cached.files().size(), LoadReported.MAX_FILES);
    files = List.copyOf(cached.files().subList(0, most));
    filesChanged = true;
  }

  /** The interval is over. */
  void wake(long nowNs, Effects out) {
    timerSet = false;
    if (nowNs < untilNs) {
      report(nowNs, out);
      setTimer(Timing.later(nowNs, everyNs), out);
    }
  }

  private void setTimer(long atNs, Effects out) {
    timerSet = true;
    out.wake(atNs, NodeTimer.LOAD_REPORT);
  }

  private void report(long nowNs, Effects out) {
    boolean planned = window.isScheduled() && nowNs < window.untilNs();
    long fromNs = Math.max(nowNs, window.fromNs());
    var guaranteed = load.takeGuaranteedParts();
    out.send(
        MonitorEvent.AT,
        new LoadReported(
            node,
            runs.epoch(),
            messages.nextReport(),
            load.now(nowNs, load.forecast(nowNs).waits()),
            planned ? fromNs - nowNs : LoadReported.NO_MAINTENANCE,
            planned ? window.untilNs() - fromNs : 0,
            filesChanged,
            filesChanged ? files : List.of(),
            guaranteed.cpu(),
            guaranteed.memory()));
    filesChanged = false;
  }
}
