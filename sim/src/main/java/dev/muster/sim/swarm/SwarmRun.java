package dev.muster.sim.swarm;

import dev.muster.check.BrokenPromise;
import dev.muster.check.Promises;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.master.MasterConfig;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.model.Resources;
import dev.muster.sim.drive.Masters;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.drive.Simulation;
import dev.muster.sim.fault.Fault;
import dev.muster.sim.fault.FaultPlan;
import dev.muster.sim.fault.FaultyNetwork;
import dev.muster.sim.fault.MasterFaults;
import dev.muster.sim.fault.NodeLoss;
import dev.muster.sim.fault.SickNodes;
import dev.muster.workload.Distribution;
import dev.muster.workload.TaskTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One seed of the swarm: a small random cell with random work and random faults, then the same cell
 * healed, in which everything must come to its end.
 */
final class SwarmRun {

  private static final long MS = 1_000_000;
  private static final long HEAL_NS = 60_000 * MS;
  private static final long LAST_SUBMIT_NS = 40_000 * MS;

  /** How long after healing everything must have ended; generous, for slow seeds. */
  private static final long DEADLINE_NS = HEAL_NS + 3_600_000 * MS;

  /** How many masters share a log; 0 for one that has its log to itself. */
  private static final List<Integer> MASTERS = List.of(0, 1, 3, 3, 5);

  private static final int MAX_NODES = 12;
  private static final int MAX_JOBS = 10;
  private static final int GPUS_EVERY = 3;
  private static final int MAX_CACHE_CHANGES = 20;

  private final long seed;
  private final Map<String, SwarmJob> jobs = new TreeMap<>();
  private final int schedulers;
  private final FaultPlan faults;
  private final NodeLoss loss;
  private final SickNodes sick;
  private final Ground ground;
  private final Promises promises;
  private final Joins joins = new Joins(this::nowNs);
  private final Coverage coverage = new Coverage();
  private final SwarmFaults.Injections injections;
  private final MachineRuns machines = new MachineRuns(this::nowNs);
  private final SwarmDisks disks = new SwarmDisks();
  private final SwarmCommitments commitments = new SwarmCommitments(this::state);
  private final SwarmQueues queues;
  private final boolean resizes;
  private final SwarmFramework framework;
  private final SimCell cell;
  private final SwarmFaults injected;
  private final MasterFaults masterFaults;
  private final int masters;

  /**
   * @param spared kinds of faults that are never injected
   */
  SwarmRun(long seed, Swarm.Makers makers, Set<Fault> spared) {
    this.seed = seed;
    this.injections = new SwarmFaults.Injections(spared, coverage);
    this.queues = new SwarmQueues(seed, HEAL_NS);
    this.masters = MASTERS.get(Chance.of(seed, "master count").nextInt(MASTERS.size()));
    var chance = Chance.of(seed, "swarm");
    var capacities = capacities(chance);
    this.schedulers = 1 + chance.nextInt(3);
    this.faults = FaultPlan.draw(seed, capacities.size(), schedulers, HEAL_NS);
    this.sick = SickNodes.draw(seed, capacities.size(), HEAL_NS).without(spared);
    double meanNs = (10L + chance.nextInt(3_000)) * MS;
    var times = new TaskTimes(seed, new Distribution.Exponential(meanNs));
    var places = new SwarmPlaces(Chance.of(seed, "places"), capacities.size());
    var attributes = places.attributes();
    this.ground = new Ground(capacities, attributes);
    var tasks = new SwarmTasks(Chance.of(seed, "tasks"), capacities);
    var spec = SwarmSpec.draw(seed, chance, schedulers, ground, tasks.limits());
    this.promises = new Promises(capacities, attributes, this::nowNs, spec.node());
    this.masterFaults = new MasterFaults(seed, Math.max(1, masters), HEAL_NS, injections);
    var taskTimes =
        new SwarmMachines(this::nowNs, jobs, times, faults, sick, injections, disks, machines);
    this.cell =
        new SimCell(
            spec,
            new Masters.Group(masters, masterFaults, makers.masters()),
            makers.schedulers(),
            makers.nodes(),
            new FaultyNetwork(faults, injections),
            taskTimes,
            this::skewNs,
            promises.and(joins).and(coverage).and(machines).and(disks).and(commitments),
            _ -> {});
    cell.simulation()
        .listen(
            event -> {
              coverage.published(event);
              disks.published(event);
            });
    this.injected = new SwarmFaults(seed, injections, cell, ground, taskTimes, machines, disks);
    drawJobs(chance, places);
    this.loss = bearable(NodeLoss.draw(seed, attributes));
    var whims = Chance.of(seed, "whims");
    boolean hasFramework = whims.nextInt(3) > 0 && !loss.isForGood();
    this.resizes = hasFramework && whims.nextInt(3) == 0;
    this.framework =
        new SwarmFramework(
            schedulers,
            MasterEvent.at(0),
            tasks.jobs(),
            hasFramework ? tasks.draw() : List.of(),
            new SwarmOperator(whims, capacities, resizes, HEAL_NS));
    if (hasFramework) {
      cell.simulation().add(SchedulerEvent.at(schedulers), framework, 0);
    }
  }

  private static List<Resources> capacities(Chance chance) {
    List<Resources> drawn = new ArrayList<>();
    int count = 1 + chance.nextInt(MAX_NODES);
    for (int i = 0; i < count; i++) {
      var plain = new Resources(1_000L * (1 + chance.nextInt(8)), (1L + chance.nextInt(8)) << 30);
      drawn.add(i % GPUS_EVERY == 0 ? plain.with("gpu", 2) : plain);
    }
    return drawn;
  }

  private void drawJobs(Chance chance, SwarmPlaces places) {
    var data = new SwarmData(Chance.of(seed, "data"), ground.capacities().size());
    var kinds = new SwarmKinds(Chance.of(seed, "kinds"), ground, data);
    int count = 1 + chance.nextInt(MAX_JOBS);
    for (int number = 0; number < count; number++) {
      var drawn = SwarmJob.draw(number, chance, places, kinds, ground, LAST_SUBMIT_NS);
      var job = drawn.with(queues.place(drawn.spec()));
      jobs.put(job.spec().name(), job);
    }
  }

  /** Nodes are lost for good only where others are left, and all jobs can do without them. */
  private NodeLoss bearable(NodeLoss drawn) {
    if (injections.spared().contains(drawn.fault())) {
      return NodeLoss.none();
    }
    var left = ground.without(drawn.nodes());
    boolean bears =
        drawn.nodes().size() < ground.capacities().size()
            && jobs.values().stream()
                .map(SwarmJob::spec)
                .allMatch(spec -> left.bears(spec) || !ground.bears(spec));
    return drawn.isForGood() && !bears ? NodeLoss.none() : drawn;
  }

  /** Runs it to the end; throws {@link BrokenPromise} where it may not go. */
  SwarmOutcome run() {
    var simulation = cell.simulation();
    jobs.values().forEach(this::schedule);
    new SwarmUsers(seed, cell, jobs.size(), schedulers, HEAL_NS).schedule();
    new SwarmResizes(seed, cell).schedule(jobs.values());
    queues.schedule(cell, jobs.values());
    scheduleCaches();
    injected.schedule(loss, faults, sick);
    injected.schedule(masterFaults, masters, HEAL_NS);
    injected.schedulePauses(faults);
    simulation.runUntil(HEAL_NS);
    while (!isOver() && simulation.nowNs() < DEADLINE_NS) {
      simulation.runUntil(simulation.nowNs() + 1_000 * MS);
    }
    promises.verifyAllEnded();
    var ends = new EndChecks(cell, promises, ground, loss, sick);
    ends.verifyEnds(jobs, resizes || joins.isAnyMissed(MasterConfig.JOIN_GRACE_NS));
    if (!framework.isOver()) {
      throw new BrokenPromise(6, "tasks of the framework never ended: " + framework.open());
    }
    ends.verifyNoClaims();
    ends.verifyIdle();
    ends.verifyMasters();
    return new SwarmOutcome.SeedKept(seed, simulation.events(), simulation.traceHash());
  }

  /** Machines fetch files and forget others. */
  private void scheduleCaches() {
    var chance = Chance.of(seed, "caches");
    var data = new SwarmData(chance, ground.capacities().size());
    for (int left = chance.nextInt(MAX_CACHE_CHANGES); left > 0; left--) {
      var node = NodeEvent.at(chance.nextInt(ground.capacities().size()));
      cell.simulation().post(chance.nextLong(HEAL_NS), node, data.cached());
    }
  }

  private boolean isOver() {
    return promises.allEnded() && framework.isOver() && cell.masters().leader().openJobs() == 0;
  }

  private long skewNs(Address<?> actor) {
    long skewNs = faults.skewNs(actor);
    return skewNs != 0 && injections.injects(Fault.CLOCK_WRONG) ? skewNs : 0;
  }

  /** What the run has reached so far. */
  Coverage reached() {
    cell.simulation().forEachActor(actor -> coverage.over(actor.lifecycles()));
    coverage.over(cell.nodeLifecycles().all());
    return coverage;
  }

  private void schedule(SwarmJob job) {
    var key = job.spec().name();
    cell.submit(job.submitAtNs(), key, job.spec());
    cell.submit(job.submitAtNs() + 500 * MS, key, job.spec()); // an impatient user: no second job
    if (job.giveUpAtNs() != SwarmJob.NEVER) {
      cell.giveUp(job.giveUpAtNs(), key);
    }
  }

  private CellState state() {
    return cell.state();
  }

  private long nowNs() {
    return cell.simulation().nowNs();
  }

  Simulation simulation() {
    return cell.simulation();
  }
}
