package dev.muster.core.scheduler;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.MasterEvent.GetMachines;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import dev.muster.core.event.SchedulerEvent.NodesAvoided;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.View;
import java.util.List;

/**
 * Learns from the master which nodes join, leave and are avoided, and has work placed anew.
 *
 * <pre>
 *   MachinesChanged ── changes of the version that is known ──┐
 *   MachineList ────── all, where the changes are not known ──┴─► View ──► DeadNodes, then all jobs
 *   NodesAvoided ───── all that get nothing new ────────────────► CellNodes ──► all jobs
 * </pre>
 */
final class Membership {

  private final PlacerContext context;
  private final CellNodes nodes;
  private final DeadNodes dead;
  private final Takeover takeover;
  private final AssignedJobs jobs;

  Membership(PlacerContext context, DeadNodes dead, Takeover takeover, AssignedJobs jobs) {
    this.context = context;
    this.nodes = context.nodes();
    this.dead = dead;
    this.takeover = takeover;
    this.jobs = jobs;
  }

  void received(long nowNs, MachineList list, Effects out) {
    var view = nodes.view();
    if (list.version() > view.version()) {
      var left = view.leftBefore(list.machines());
      see(nowNs, view.next(list.version(), list.machines(), left), left, out);
    }
  }

  /** Changes of another version are asked for anew: nodes that left in between would be missed. */
  void received(long nowNs, MachinesChanged changes, Effects out) {
    var view = nodes.view();
    if (changes.from() == view.version()) {
      var next = view.with(changes.version(), changes.changed(), changes.left());
      see(nowNs, next, changes.left(), out);
    } else if (changes.from() > view.version()) {
      ask(out);
    }
  }

  private void see(long nowNs, View next, List<Integer> left, Effects out) {
    nodes.see(next);
    if (!left.isEmpty()) {
      dead.died(nowNs, left, out);
    }
    takeover.proceed(nowNs, out);
    jobs.adjustAll(nowNs, out);
  }

  void received(long nowNs, NodesAvoided avoided, Effects out) {
    if (nodes.avoid(avoided)) {
      jobs.adjustAll(nowNs, out);
    }
  }

  /** Asks for what changed; answered only where something did. */
  void ask(Effects out) {
    ask(context, out);
  }

  static void ask(PlacerContext context, Effects out) {
    var nodes = context.nodes();
    out.send(
        context.master(),
        new GetMachines(context.self(), nodes.view().version(), nodes.avoidedSequence()));
  }
}
