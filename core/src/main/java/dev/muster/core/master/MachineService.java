package dev.muster.core.master;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEvent.GetMachines;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.Notice;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.master.state.RegisteredMachines;
import java.util.Arrays;
import java.util.TreeSet;

/** Registers nodes from their reports, and publishes the list of machines to schedulers. */
final class MachineService {

  private static final int FIRST_NODES = 64;

  private final RegisteredMachines machines;
  private final LeaderLog log;
  private final long joinGraceNs;
  private final long publishDelayNs;

  /** Nodes whose registration is in the log and not applied. */
  private final TreeSet<Integer> pending = new TreeSet<>();

  /** Of each node, the version of its latest report. */
  private long[] reportVersions = new long[FIRST_NODES];

  private boolean publishing;
  private int joined;
  private long lastJoinedNs;

  /**
   * @param joinGraceNs how long after the latest node joined the cell counts as settled
   * @param publishDelayNs how long changes are gathered before the list is published
   * @param sinceNs when this leader began: it does not know when nodes joined before
   */
  MachineService(
      RegisteredMachines machines,
      LeaderLog log,
      long joinGraceNs,
      long publishDelayNs,
      long sinceNs) {
    this.machines = machines;
    this.log = log;
    this.joined = machines.size();
    this.lastJoinedNs = sinceNs;
    this.joinGraceNs = joinGraceNs;
    this.publishDelayNs = publishDelayNs;
  }

  void report(NodeReport report, Effects out) {
    var machine = new Machine(report.node(), report.capacity(), report.attributes());
    if (machines.accepts(machine)
        && advanceVersion(report)
        && machines.differs(machine)
        && pending.add(report.node())) {
      log.append(new MachineRegistered(report.node(), report.capacity(), report.attributes()), out);
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

  void applied(long nowNs, MachineRegistered registered, Effects out) {
    out.publish(new Notice.NodeJoined(registered.node(), registered.capacity()));
    pending.remove(registered.node());
    if (machines.size() > joined) {
      joined = machines.size();
      lastJoinedNs = nowNs;
    }
    if (!publishing) {
      publishing = true;
      out.wake(nowNs + publishDelayNs, Master.MasterTimer.PUBLISH_MACHINES);
    }
  }

  /** Whether nodes have joined that schedulers have not been told of: they will be at once. */
  boolean isPublishing() {
    return publishing;
  }

  /** Whether an unmatched job need not wait for further nodes. */
  boolean isSettled(long nowNs) {
    return nowNs - lastJoinedNs >= joinGraceNs;
  }

  void send(GetMachines wanted, Effects out) {
    if (wanted.version() < machines.version()) {
      out.send(wanted.scheduler(), list());
    }
  }

  void publish(Assignments assignments, Effects out) {
    publishing = false;
    var list = list();
    assignments.schedulers().forEach(scheduler -> out.send(scheduler, list));
  }

  private MachineList list() {
    return new MachineList(machines.version(), machines.machines());
  }
}
