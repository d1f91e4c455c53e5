package dev.muster.core.master;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.MasterEvent.GetMachines;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.MembershipEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.NodeExpelled;
import dev.muster.core.event.Notice;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.master.NodeLiveness.LivenessState;
import dev.muster.core.master.state.RegisteredMachines;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Registers nodes from their reports, expels those that died, and publishes the machines to
 * schedulers: what changed, or all where the changes are no longer known.
 */
final class MachineService {

  private static final int FIRST_NODES = 64;

  private final RegisteredMachines machines;
  private final LeaderLog log;
  private final long joinGraceNs;
  private final long publishDelayNs;
  private final MachineChanges changes;
  private final AvoidedNodes avoided;
  private final NodeLiveness liveness;

  /** Nodes whose registration is in the log and not applied. */
  private final TreeSet<Integer> pending = new TreeSet<>();

  /** Of each node, the version of its latest report. */
  private long[] reportVersions = new long[FIRST_NODES];

  private boolean publishing;
  private long published;
  private long lastChangedNs;

  /**
   * @param joinGraceNs how long after the latest node joined or died the cell counts as settled
   * @param sinceNs when this leader began: it does not know when nodes joined before, and gives
   *     every node that is on record a new lease
   */
  MachineService(
      RegisteredMachines machines,
      LeaderLog log,
      long joinGraceNs,
      Timing timing,
      Lifecycle<LivenessState> lifecycle,
      long sinceNs) {
    this.machines = machines;
    this.log = log;
    this.lastChangedNs = sinceNs;
    this.joinGraceNs = joinGraceNs;
    this.publishDelayNs = timing.viewDelayNs();
    this.changes = new MachineChanges(machines);
    this.published = machines.version();
    this.avoided = new AvoidedNodes(log.term());
    this.liveness = new NodeLiveness(timing, machines, avoided, lifecycle, sinceNs);
  }

  // Reports.

  void report(long nowNs, NodeReport report, Effects out) {
    int node = report.node();
    if (!RegisteredMachines.accepts(node, report.capacity())
        || !advanceVersion(report)
        || report.epoch() < machines.epoch(node)) {
      return;
    }
    int givenUp = givenUp(report);
    if (givenUp != RegisteredMachines.NO_EPOCH) {
      out.send(NodeEvent.at(node), new NodeExpelled(givenUp));
      return;
    }
    if (!liveness.heard(nowNs, node, report.epoch())) {
      return; // its death is in the log: the next report is answered
    }
    register(report, out);
    if (machines.has(node)) {
      avoided.problem(node, report.problem());
    }
    publishLater(nowNs, out);
  }

  /**
   * The latest epoch of the node in which something was launched that goes on and was given up. A
   * node that left the cell may have started anew unheard, and then launched what schedulers have
   * since lost with it.
   */
  private int givenUp(NodeReport report) {
    int expelled = machines.expelled(report.node());
    if (report.since() <= expelled) {
      return expelled;
    }
    boolean hasLeft = expelled != RegisteredMachines.NO_EPOCH && !machines.has(report.node());
    return hasLeft && report.running() > 0 ? report.epoch() : RegisteredMachines.NO_EPOCH;
  }

  private void register(NodeReport report, Effects out) {
    int node = report.node();
    var capacity = report.capacity();
    var attributes = report.attributes();
    if (machines.differs(node, report.epoch(), capacity, attributes) && pending.add(node)) {
      log.append(new MachineRegistered(node, report.epoch(), capacity, attributes), out);
    }
  }

  /** Gives whether the report is the latest of its node; stale reports are ignored. */
  private boolean advanceVersion(NodeReport report) {
    int node = report.node();
    if (node >= reportVersions.length) {
      reportVersions = Arrays.copyOf(reportVersions, Math.max(node + 1, reportVersions.length * 2));
    }
    boolean latest = report.version() >= reportVersions[node];
    if (latest) {
      reportVersions[node] = report.version();
    }
    return latest;
  }

  /** Suspects nodes that do not report, and has those put on record that are dead. */
  void beat(long nowNs, Effects out) {
    var died = liveness.beat(nowNs);
    if (died != null) {
      log.append(died, out);
    }
    publishLater(nowNs, out);
  }

  // The log.

  void applied(long nowNs, MachineRegistered registered, Effects out) {
    int node = registered.node();
    pending.remove(node);
    var machine = machines.machine(node);
    if (machine == null || registered.epoch() != machines.epoch(node)) {
      return; // was declared dead meanwhile
    }
    out.publish(new Notice.NodeJoined(node, registered.capacity()));
    if (machines.version() > changes.latest()) {
      changes.changed(node);
    }
    if (machine.joined() == machines.version()) {
      lastChangedNs = nowNs;
    }
    liveness.joined(nowNs, node);
    publishLater(nowNs, out);
  }

  void applied(long nowNs, NodesDied died, Effects out) {
    lastChangedNs = nowNs;
    for (int node : died.nodes()) {
      if (liveness.died(nowNs, node)) {
        changes.left(node);
        out.publish(new Notice.NodeDied(node));
      }
    }
    publishLater(nowNs, out);
  }

  /** Whether a node gets nothing new for now. */
  boolean isAvoided(int node) {
    return avoided.contains(node);
  }

  /** Whether an unmatched job need not wait for further nodes. */
  boolean isSettled(long nowNs) {
    return nowNs - lastChangedNs >= joinGraceNs;
  }

  // Publishing.

  private void publishLater(long nowNs, Effects out) {
    boolean isNew = published < machines.version() || !avoided.isPublished();
    if (isNew && !publishing) {
      publishing = true;
      out.wake(nowNs + publishDelayNs, Master.MasterTimer.PUBLISH_MACHINES);
    }
  }

  /**
   * Whether schedulers have not been told of the latest nodes that joined: they will be at once.
   */
  boolean isPublishing() {
    return publishing;
  }

  void publish(List<Address<SchedulerEvent>> schedulers, Effects out) {
    publishing = false;
    if (published < machines.version()) {
      var news = since(published);
      schedulers.forEach(scheduler -> out.send(scheduler, news));
      published = machines.version();
    }
    if (!avoided.isPublished()) {
      var all = avoided.publish(out);
      schedulers.forEach(scheduler -> out.send(scheduler, all));
    }
  }

  void send(GetMachines wanted, Effects out) {
    if (wanted.version() < machines.version()) {
      out.send(wanted.scheduler(), since(wanted.version()));
    }
    if (avoided.isNewFor(wanted.avoided())) {
      out.send(wanted.scheduler(), avoided.all());
    }
  }

  private MembershipEvent since(long version) {
    return version > 0 && changes.has(version)
        ? changes.since(version)
        : new MachineList(machines.version(), machines.machines());
  }
}
