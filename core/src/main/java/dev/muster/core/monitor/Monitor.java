package dev.muster.core.monitor;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.GetMachines;
import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.MonitorEvent.GetLoads;
import dev.muster.core.event.MonitorEvent.LoadReported;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import dev.muster.core.event.SchedulerEvent.NodesAvoided;
import dev.muster.core.event.Wake;
import java.util.List;

/**
 * Gathers the loads of nodes while some scheduler wants them, spreads what changed, and limits
 * opportunistic tasks where it is configured to.
 *
 * <pre>
 *   GetLoads ──► InterestedSchedulers ◄── LoadDeltas ◄── LoadTable ◄── LoadReported
 *                        │                    ▲             ▲
 *                      beat ─► ReportLeases   └ LightNodes  └ FailureHistory ◄── MonitoredNodes
 *                        └───► OpportunisticLimits ──► SetOpportunisticLimits
 * </pre>
 */
public final class Monitor implements Actor<MonitorEvent> {

  /**
   * Whether the monitor does anything at all.
   *
   * <pre>
   *   IDLE ──a scheduler asks──► GATHERING ──none has for long──► IDLE
   * </pre>
   */
  enum MonitorState implements Lifecycle.State<MonitorState> {
    IDLE,
    GATHERING;

    @Override
    public boolean mayBecome(MonitorState next) {
      return next != this;
    }
  }

  enum MonitorTimer implements Timer {
    BEAT
  }

  /** So many beats are one interval of reports. */
  static final int BEATS = 10;

  /** A report is fresh for so many intervals. */
  static final int FRESH_INTERVALS = 3;

  private final Address<MasterEvent> master;
  private final long beatNs;
  private final MonitoredNodes cell = new MonitoredNodes();
  private final FailureHistory history = new FailureHistory();
  private final LoadTable table = new LoadTable(history);
  private final LightNodes light;
  private final ReportLeases leases;
  private final InterestedSchedulers interested;
  private final OpportunisticLimits limits;
  private final Lifecycle<MonitorState> lifecycle = new Lifecycle<>(MonitorState.class);
  private MonitorState state = MonitorState.IDLE;
  private long beats;

  /** One that limits nothing. */
  public Monitor(long instance, Address<MasterEvent> master, Timing timing) {
    this(instance, master, timing, MonitorConfig.OFF);
  }

  /**
   * @param instance later ones have larger numbers; above 0
   */
  public Monitor(long instance, Address<MasterEvent> master, Timing timing, MonitorConfig config) {
    long everyNs = timing.reports().loadEveryNs();
    this.master = master;
    this.beatNs = Math.max(1, everyNs / BEATS);
    this.light = new LightNodes(cell, table, FRESH_INTERVALS * everyNs);
    this.leases = new ReportLeases(cell, table, everyNs);
    this.limits = new OpportunisticLimits(config, cell, table, everyNs);
    var deltas = new LoadDeltas(instance, table, light);
    this.interested = new InterestedSchedulers(instance, everyNs, deltas);
  }

  @Override
  public void on(long nowNs, MonitorEvent event, Effects out) {
    switch (event) {
      case GetLoads question -> asked(nowNs, question, out);
      case LoadReported report -> {
        if (cell.has(report.node()) && table.report(nowNs, report, cell.size())) {
          limits.reported(nowNs, report);
        }
      }
      case MachineList list -> died(nowNs, cell.received(list));
      case MachinesChanged changes -> died(nowNs, cell.received(changes));
      case NodesAvoided avoided -> cell.received(avoided);
      case Wake _ -> beat(nowNs, out);
    }
  }

  private void asked(long nowNs, GetLoads question, Effects out) {
    interested.asked(nowNs, question, out);
    if (state == MonitorState.IDLE) {
      state = lifecycle.change(state, MonitorState.GATHERING);
      beats = 0;
      beat(nowNs, out);
    }
  }

  private void died(long nowNs, List<Integer> nodes) {
    for (int node : nodes) {
      history.died(nowNs, node, cell.size() + nodes.size());
      table.forget(node);
      leases.forget(node);
      limits.forget(node);
    }
  }

  private void beat(long nowNs, Effects out) {
    if (!interested.expire(nowNs)) {
      state = lifecycle.change(state, MonitorState.IDLE);
      return;
    }
    boolean isWholeInterval = beats++ % BEATS == 0;
    if (isWholeInterval) {
      out.send(master, new GetMachines(MonitorEvent.AT, cell.version(), cell.avoidedSequence()));
    }
    if (isWholeInterval || light.isEmpty()) {
      light.curate(nowNs);
    }
    leases.beat(nowNs, out);
    limits.beat(nowNs, isWholeInterval, out);
    interested.answer(nowNs, out);
    out.wake(nowNs + beatNs, MonitorTimer.BEAT);
  }

  @Override
  public List<Lifecycle<?>> lifecycles() {
    return List.of(lifecycle);
  }
}
