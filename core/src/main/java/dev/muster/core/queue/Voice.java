package dev.muster.core.queue;

import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Effects;
import dev.muster.core.loop.Timing;
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
   * @param incarnation counts the restarts of the node, from 1, so that no question or report of an
   *     earlier life has the number of one of this life
   * @param attributes what the node says it is
   */
  Voice(
      int node,
      int incarnation,
      Address<MasterEvent> master,
      Timing timing,
      Map<String, String> attributes) {
    this.node = node;
    this.master = master;
    this.timing = timing;
    this.attributes = attributes;
    this.lastAsk = (long) incarnation << INCARNATION_SHIFT;
    this.lastReport = lastAsk;
  }

  /** Asks for the task of an entry; an answer must echo the number of the latest question. */
  void ask(long nowNs, Entry entry, Effects out) {
    entry.ask = ++lastAsk;
    entry.asks++;
    entry.askedNs = nowNs;
    out.send(entry.scheduler, new SchedulerEvent.TaskWanted(node, entry.id, entry.ask));
  }

  void taken(Entry entry, long forNs, Effects out) {
    out.send(entry.scheduler, new SchedulerEvent.Taken(node, entry.id, forNs));
  }

  /** Whether the answer is overdue. */
  boolean mustAskAgain(long nowNs, Entry entry) {
    return entry.asking() && nowNs - entry.askedNs >= timing.askAgainNs();
  }

  boolean hasAskedEnough(Entry entry) {
    return entry.asks >= timing.asksAtMost();
  }

  void giveBack(Entry entry, ReturnReason reason, String detail, Effects out) {
    out.send(entry.scheduler, new SchedulerEvent.Returned(node, entry.id, reason, detail));
  }

  void giveBack(Entry entry, ReturnReason reason, Resources room, Effects out) {
    giveBack(entry, reason, "needs " + entry.need() + " of " + room, out);
  }

  void confirm(
      Address<SchedulerEvent> to, long askedNs, List<Long> held, List<Long> unknown, Effects out) {
    out.send(to, new SchedulerEvent.Confirmed(node, askedNs, held, unknown));
  }

  void probed(NodeEvent.Probe probe, int load, Effects out) {
    out.send(probe.scheduler(), new SchedulerEvent.Probed(node, probe.round(), probe.draw(), load));
  }

  void counted(NodeEvent.Census census, List<SchedulerEvent.Held> held, Effects out) {
    out.send(census.scheduler(), new SchedulerEvent.Counted(node, census.life(), held));
  }

  void promoted(Address<SchedulerEvent> to, long reservation, boolean granted, Effects out) {
    out.send(to, new SchedulerEvent.Promoted(node, reservation, granted));
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
