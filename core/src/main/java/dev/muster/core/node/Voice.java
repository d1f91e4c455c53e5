package dev.muster.core.node;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.model.Resources;
import java.util.List;
import java.util.Map;

/** What a node says to others, and the numbers of its questions. */
final class Voice {

  private static final int INCARNATION_SHIFT = 40;

  private final int node;
  private final Address<MasterEvent> master;
  private final Timing timing;
  private final Map<String, String> attributes;
  private long lastAsk;
  private long lastReport;

  /**
   * @param epoch counts the restarts of the node, from 1, so that no question or report of an
   *     earlier epoch has the number of one of this epoch
   * @param attributes what the node says it is
   */
  Voice(
      int node,
      int epoch,
      Address<MasterEvent> master,
      Timing timing,
      Map<String, String> attributes) {
    this.node = node;
    this.master = master;
    this.timing = timing;
    this.attributes = attributes;
    this.lastAsk = (long) epoch << INCARNATION_SHIFT;
    this.lastReport = lastAsk;
  }

  /** Asks for the task of an entry; an answer must echo the number of the latest question. */
  void ask(long nowNs, Entry entry, Effects out) {
    entry.ask = ++lastAsk;
    entry.asks++;
    entry.askedNs = nowNs;
    out.send(entry.scheduler, new SchedulerEvent.GetTask(node, entry.id, entry.ask));
  }

  void taken(Entry entry, long forNs, Effects out) {
    out.send(entry.scheduler, new SchedulerEvent.NodeBusy(node, entry.id, forNs));
  }

  /** Whether the answer is overdue. */
  boolean mustAskAgain(long nowNs, Entry entry) {
    return entry.asking() && nowNs - entry.askedNs >= timing.askAgainNs();
  }

  boolean hasAskedEnough(Entry entry) {
    return entry.asks >= timing.asksAtMost();
  }

  void giveBack(Entry entry, ReturnReason reason, String detail, Effects out) {
    out.send(
        entry.scheduler, new SchedulerEvent.ReservationReturned(node, entry.id, reason, detail));
  }

  void giveBack(Entry entry, ReturnReason reason, Resources room, Effects out) {
    giveBack(entry, reason, "needs " + entry.need() + " of " + room, out);
  }

  void confirm(
      Address<SchedulerEvent> to, long askedNs, List<Long> held, List<Long> unknown, Effects out) {
    out.send(to, new SchedulerEvent.ReservationsConfirmed(node, askedNs, held, unknown));
  }

  void probed(NodeEvent.ProbeNode probe, int load, Effects out) {
    out.send(
        probe.scheduler(), new SchedulerEvent.NodeProbed(node, probe.round(), probe.draw(), load));
  }

  void counted(NodeEvent.ListAttempts census, List<SchedulerEvent.HeldAttempt> held, Effects out) {
    out.send(census.scheduler(), new SchedulerEvent.AttemptsListed(node, census.epoch(), held));
  }

  void promoted(Address<SchedulerEvent> to, long reservation, boolean granted, Effects out) {
    out.send(to, new SchedulerEvent.TaskPromoted(node, reservation, granted));
  }

  void report(long nowNs, Queue queue, Effects out) {
    out.send(
        master,
        new MasterEvent.NodeReport(
            node,
            ++lastReport,
            nowNs,
            queue.capacity(),
            attributes,
            queue.free(),
            queue.waiting(),
            queue.running(),
            queue.load(nowNs),
            queue.isDraining()));
  }
}
