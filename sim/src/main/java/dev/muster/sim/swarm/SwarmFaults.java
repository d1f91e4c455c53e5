package dev.muster.sim.swarm;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Role;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.AdoptRun;
import dev.muster.core.event.NodeEvent.HealthChanged;
import dev.muster.core.event.NodeEvent.MemoryShort;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.model.RunResult;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.fault.Fault;
import dev.muster.sim.fault.FaultPlan;
import dev.muster.sim.fault.MasterFaults;
import dev.muster.sim.fault.NodeLoss;
import dev.muster.sim.fault.SickNodes;
import java.util.Set;

/** Does to a cell what was drawn for it, except for faults that are spared. */
final class SwarmFaults {

  /**
   * Faults that are not spared are counted, and injected.
   *
   * @param spared kinds of faults that are never injected
   */
  record Injections(Set<Fault> spared, Coverage coverage) implements Fault.Injector {

    @Override
    public boolean injects(Fault fault) {
      boolean injects = !spared.contains(fault);
      if (injects) {
        coverage.injected(fault);
      }
      return injects;
    }
  }

  private static final long MS = 1_000_000;

  /** Of the runs that ended while nobody watched, so many ended nobody knows how. */
  private static final int LOST_EVERY = 3;

  private final Injections injections;
  private final SimCell cell;
  private final Ground ground;
  private final SwarmMachines machines;
  private final MachineRuns runs;
  private final SwarmDisks disks;
  private final Chance endings;

  SwarmFaults(
      long seed,
      Injections injections,
      SimCell cell,
      Ground ground,
      SwarmMachines machines,
      MachineRuns runs,
      SwarmDisks disks) {
    this.injections = injections;
    this.cell = cell;
    this.ground = ground;
    this.machines = machines;
    this.runs = runs;
    this.disks = disks;
    this.endings = Chance.of(seed, "endings");
  }

  void schedule(NodeLoss loss, FaultPlan plan, SickNodes sick) {
    schedule(loss);
    plan.crashes().stream().filter(crash -> !isLost(loss, crash.actor())).forEach(this::schedule);
    plan.monitorCrashes().forEach(this::schedule);
    sick.all().forEach(this::schedule);
  }

  void schedulePauses(FaultPlan plan) {
    for (var pause : plan.pauses()) {
      cell.simulation().at(pause.atNs(), () -> pause(pause));
    }
    for (var emptied : plan.emptiedDisks(ground.capacities().size())) {
      cell.simulation().at(emptied.atNs(), () -> emptyDisk(emptied.node()));
    }
  }

  // Masters.

  void schedule(MasterFaults faults, int masters, long healNs) {
    if (masters == 0) {
      return;
    }
    faults.crashes().forEach(this::schedule);
    for (long atNs : faults.changes()) {
      cell.simulation().at(atNs, this::changeLeader);
    }
    for (int master = 0; master < masters; master++) {
      scheduleSnapshot(faults, master, healNs);
    }
  }

  private void changeLeader() {
    if (injections.injects(Fault.LEADER_CHANGED)) {
      cell.changeLeader();
    }
  }

  private void scheduleSnapshot(MasterFaults faults, int master, long healNs) {
    long atNs = nowNs() + faults.nextSnapshotNs();
    if (atNs < healNs) {
      cell.simulation()
          .at(
              atNs,
              () -> {
                cell.masters().save(master);
                scheduleSnapshot(faults, master, healNs);
              });
    }
  }

  // Nodes that are lost, and actors that crash.

  private static boolean isLost(NodeLoss loss, Address<?> actor) {
    return actor.role() == Role.NODE && loss.crashes(actor.index());
  }

  private void schedule(NodeLoss loss) {
    var simulation = cell.simulation();
    for (int node : loss.nodes()) {
      var at = NodeEvent.at(node);
      simulation.at(loss.atNs(), () -> injections.injects(loss.fault()));
      if (loss.fault() == Fault.NODE_GIVEN_UP) {
        simulation.at(loss.atNs(), () -> simulation.pause(at, loss.atNs() + loss.forNs()));
        continue;
      }
      simulation.at(loss.atNs(), () -> cell.crash(at));
      if (!loss.isForGood()) {
        simulation.at(loss.atNs() + loss.forNs(), () -> restart(at));
      }
    }
  }

  private void schedule(FaultPlan.Crash crash) {
    var simulation = cell.simulation();
    long endNs = crash.atNs() + crash.forNs();
    var fault = crash.fault();
    if (injections.spared().contains(fault)) {
      return;
    }
    simulation.at(crash.atNs(), () -> injections.injects(fault));
    switch (fault) {
      case NODE_PROCESS_DIED -> {
        int node = crash.actor().index();
        simulation.at(crash.atNs(), () -> cell.processDies(node));
        simulation.at(endNs, () -> processStarts(node));
      }
      case SCHEDULER_LINGERED ->
          simulation.at(crash.atNs(), () -> cell.linger(crash.actor().index(), endNs));
      default -> {
        simulation.at(crash.atNs(), () -> cell.crash(crash.actor()));
        simulation.at(endNs, () -> restart(crash.actor()));
      }
    }
  }

  private void restart(Address<?> actor) {
    cell.restart(actor);
    if (actor.role() == Role.NODE) {
      disks.isBack(actor.index());
    }
  }

  /** The next process of a node finds what its machine runs, and what came of what has ended. */
  private void processStarts(int node) {
    restart(NodeEvent.at(node));
    for (var run : runs.of(node)) {
      post(nowNs(), node, new AdoptRun(run.launch(), nowNs() - run.startedNs()));
      var result = run.result();
      if (result != null) {
        post(nowNs(), node, new RunExited(run.launch().run(), result));
      } else {
        var work = run.launch().work();
        long endNs = run.startedNs() + machines.undisturbedNs(work);
        boolean isLost =
            endNs < nowNs()
                && endings.nextInt(LOST_EVERY) == 0
                && injections.injects(Fault.RUN_LOST);
        var end = isLost ? RunResult.lost("nobody watched") : machines.result(node, work);
        post(Math.max(nowNs(), endNs), node, new RunExited(run.launch().run(), end));
      }
    }
  }

  private void post(long atNs, int node, NodeEvent event) {
    cell.simulation().post(atNs, NodeEvent.at(node), event);
  }

  private void schedule(SickNodes.Sickness sickness) {
    cell.simulation().at(sickness.fromNs(), () -> injections.injects(sickness.fault()));
    long bytes = ground.capacities().get(sickness.node()).memoryBytes() / 4;
    switch (sickness.fault()) {
      case DISK_FULL -> say(sickness, new HealthChanged("the disk is full"), new HealthChanged(""));
      case MEMORY_SHORT -> say(sickness, new MemoryShort(bytes), new MemoryShort(0));
      default -> {} // the machine says nothing
    }
  }

  /** The driver says so again and again: its node may start anew meanwhile. */
  private void say(SickNodes.Sickness sickness, NodeEvent sick, NodeEvent well) {
    for (long atNs = sickness.noticedNs(); atNs < sickness.untilNs(); atNs += 1_000 * MS) {
      post(atNs, sickness.node(), sick);
    }
    post(sickness.untilNs(), sickness.node(), well);
  }

  private void pause(FaultPlan.Pause pause) {
    if (injections.injects(Fault.ACTOR_PAUSED)) {
      cell.simulation().pause(pause.actor(), pause.atNs() + pause.forNs());
    }
  }

  private void emptyDisk(int node) {
    if (injections.injects(Fault.DISK_EMPTIED)) {
      cell.simulation().emptyDisk(node);
    }
  }

  private long nowNs() {
    return cell.simulation().nowNs();
  }
}
