package dev.muster.core.monitor;

import dev.muster.core.actor.Timing;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.GetMachines;
import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.MonitorEvent.GetLoads;
import dev.muster.core.event.MonitorEvent.LoadReported;
import dev.muster.core.event.NodeEvent.ReportLoad;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.LoadDelta;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import dev.muster.model.WaitMatrix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A monitor among nodes that do what its messages say, on a clock that the test moves: a node that
 * has a lease reports once an interval, and every message arrives at once.
 */
final class MonitorCell {

  static final long MS = 1_000_000;
  static final long S = 1_000 * MS;
  static final Timing TIMING = Timing.standard();
  static final Resources MACHINE = new Resources(8_000, 8 << 20);
  static final long INSTANCE = 3;

  final Stepped<MonitorEvent> monitor;
  final TreeMap<Integer, LoadNode> nodes = new TreeMap<>();
  final List<LoadDelta> deltas = new ArrayList<>();

  private final TreeMap<Long, List<Runnable>> timers = new TreeMap<>();

  /** A node that says what it is told to. */
  final class LoadNode {
    final int node;
    int epoch = 1;
    long sequence;
    long leaseUntilNs;
    boolean isReporting;
    long waitNs;

    /** Until then the node is busy, besides. */
    long freeNs;

    long delayNs;
    long idleNs;
    int opportunistic;
    double guaranteedCpu;
    double guaranteedMemory;

    List<Long> files = List.of();
    boolean listsFiles;
    long maintenanceNs = LoadReported.NO_MAINTENANCE;
    int leases;

    LoadNode(int node) {
      this.node = node;
    }

    void report() {
      long inNs = maintenanceNs < 0 ? -1 : Math.max(0, maintenanceNs - monitor.nowNs());
      long busyNs = Math.max(waitNs, freeNs - monitor.nowNs());
      var load = new Load(0, 0, idleNs, waits(busyNs), delayNs, opportunistic);
      sequence++;
      tell(
          new LoadReported(
              node,
              epoch,
              sequence,
              load,
              inNs,
              60 * S,
              listsFiles,
              files,
              guaranteedCpu,
              guaranteedMemory));
    }

    private void lease(ReportLoad lease) {
      leases++;
      leaseUntilNs = monitor.nowNs() + lease.forNs();
      if (!isReporting) {
        isReporting = true;
        at(monitor.nowNs() + MS, () -> reportAgain(lease.everyNs()));
      }
    }

    private void reportAgain(long everyNs) {
      isReporting = monitor.nowNs() < leaseUntilNs;
      if (isReporting) {
        report();
        at(monitor.nowNs() + everyNs, () -> reportAgain(everyNs));
      }
    }
  }

  MonitorCell(int size) {
    this(size, INSTANCE);
  }

  MonitorCell(int size, long instance) {
    this(size, instance, MonitorConfig.OFF);
  }

  MonitorCell(int size, long instance, MonitorConfig config) {
    monitor = new Stepped<>(new Monitor(instance, MasterEvent.at(0), TIMING, config));
    IntStream.range(0, size).forEach(node -> nodes.put(node, new LoadNode(node)));
    monitor.after(S);
  }

  static WaitMatrix waits(long waitNs) {
    var waits = Collections.nCopies(WaitMatrix.SIDE, waitNs);
    return new WaitMatrix(waits, waits);
  }

  LoadNode node(int node) {
    return Objects.requireNonNull(nodes.get(node));
  }

  /** The whole cell, with nobody who left and came back. */
  MachineList list(long version) {
    return new MachineList(
        version, nodes.keySet().stream().map(node -> new Machine(node, MACHINE)).toList());
  }

  void ask(int scheduler, long instance, long seen) {
    tell(new GetLoads(SchedulerEvent.at(scheduler), instance, seen));
  }

  void at(long atNs, Runnable step) {
    timers.computeIfAbsent(atNs, _ -> new ArrayList<>()).add(step);
  }

  RecordingEffects tell(MonitorEvent event) {
    var out = monitor.tell(event);
    for (var wake : out.only(Effect.WakeAt.class)) {
      at(wake.atNs(), () -> tell(new Wake(wake.timer())));
    }
    for (var send : out.only(Effect.Send.class)) {
      switch (send.event()) {
        case ReportLoad lease -> {
          var node = nodes.get(send.to().index());
          if (node != null) {
            node.lease(lease);
          }
        }
        case GetMachines question when question.version() < 1 -> tell(list(1));
        case LoadDelta delta -> deltas.add(delta);
        default -> {}
      }
    }
    return out;
  }

  /** Lets so much time pass, with all that happens meanwhile. */
  void run(long ns) {
    long untilNs = monitor.nowNs() + ns;
    while (!timers.isEmpty() && timers.firstKey() <= untilNs) {
      long atNs = timers.firstKey();
      monitor.after(atNs - monitor.nowNs());
      timers.pollFirstEntry().getValue().forEach(Runnable::run);
    }
    monitor.after(untilNs - monitor.nowNs());
  }

  boolean isQuiet() {
    return timers.isEmpty();
  }
}
