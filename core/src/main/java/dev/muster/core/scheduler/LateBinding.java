package dev.muster.core.scheduler;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.NodeBusy;
import dev.muster.core.scheduler.place.Policy;

/** Answers nodes where one of our reservations has come up, or will not soon. */
final class LateBinding {

  private final Policy policy;
  private final Reservations reservations;
  private final ReservationTable table;
  private final Placements placements;

  LateBinding(Policy policy, Reservations reservations, Placements placements) {
    this.policy = policy;
    this.reservations = reservations;
    this.table = reservations.table;
    this.placements = placements;
  }

  /** A node holds room for one of our reservations: give it a task, or let it go. */
  void wanted(long nowNs, GetTask wanted, Effects out) {
    var node = NodeEvent.at(wanted.node());
    int slot = table.find(wanted.reservation());
    if (slot == ReservationTable.NONE || table.isKilling(slot)) {
      out.send(node, new NodeEvent.NoTask(wanted.reservation(), wanted.ask()));
      return;
    }
    var job = table.job(slot);
    var stage = table.plan(slot);
    int task =
        table.isBound(slot)
            ? table.task(slot)
            : job.take(stage, wanted.node(), table.preference(slot));
    if (task < 0) {
      table.remove(slot);
      out.send(node, new NodeEvent.NoTask(wanted.reservation(), wanted.ask()));
      return;
    }
    boolean first = !table.isBound(slot);
    if (first) {
      table.bind(slot, task, nowNs);
    }
    var work = job.work(stage, task);
    out.send(node, new NodeEvent.LaunchTask(wanted.reservation(), wanted.ask(), work));
    if (first) {
      reservations.stick(nowNs, job, stage, wanted.node(), out);
    }
    placements.adjust(nowNs, job, stage, out);
  }

  /** Nobody gets a turn there soon: unless we knew, another node is drawn in its place. */
  void taken(long nowNs, NodeBusy taken, Effects out) {
    boolean news = policy.hearTaken(nowNs, taken.node(), taken.forNs());
    int slot = table.find(taken.reservation());
    boolean waits = slot != ReservationTable.NONE && !table.isBound(slot);
    if (news && waits && table.preference(slot) == ReservationTable.NONE) {
      var job = table.job(slot);
      var stage = table.plan(slot);
      reservations.withdraw(slot, out);
      placements.adjust(nowNs, job, stage, out);
    }
  }
}
