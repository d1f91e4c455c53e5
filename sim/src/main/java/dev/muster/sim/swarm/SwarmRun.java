package dev.muster.sim.swarm;

import dev.muster.check.BrokenPromise;
import dev.muster.check.Promises;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.Work;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.AdoptRun;
import dev.muster.core.event.NodeEvent.HealthChanged;
import dev.muster.core.event.NodeEvent.MemoryShort;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.master.MasterConfig;
import dev.muster.core.node.Node;
import dev.muster.model.JobState;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.sim.drive.Machines;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One seed of the swarm: a small random cell with random work and random faults, then the same cell
 * healed, in which everything must come to its end.
 */
final class SwarmRun implements Machines {

  private static final long MS = 1_000_000;
  private static final long HEAL_NS = 60_000 * MS;
  private static final long LAST_SUBMIT_NS = 40_000 * MS;

  /** How long after healing everything must have ended; generous, for slow seeds. */
  private static final long DEADLINE_NS = HEAL_NS + 3_600_000 * MS;

  /** How long after the last end everything that was claimed must be free. */
  private static final long RELEASE_NS = 60_000 * MS;

  /** How many masters share a log; 0 for one that has its log to itself. */
  private static final List<Integer> MASTERS = List.of(0, 1, 3, 3, 5);

  private static final int MAX_NODES = 12;
  private static final int MAX_JOBS = 10;
  private static final int STUBBORN_EVERY = 5;

  /** All ways in which a task fails by itself, of which a missing file is one. */
  private static final List<RunResult> FAILURES =
      List.of(
          RunResult.failed(1, "meant to fail"),
          RunResult.unstartable("a file is missing"),
          RunResult.of(Outcome.OUT_OF_MEMORY, 137, "meant to"),
          RunResult.of(Outcome.LOG_LIMIT, 143, "meant to"),
          RunResult.of(Outcome.OUTPUT_LIMIT, 143, "meant to"));

  /** So many tasks leave no output. */
  private static final int EMPTY_HANDED_EVERY = 4;

  private static final int SLOW_KILLS = 8;
  private static final int GPUS_EVERY = 3;

  /** Of the runs that ended while nobody watched, so many ended nobody knows how. */
  private static final int LOST_EVERY = 3;

  private final long seed;
  private final Set<Fault> spared;
  private final Map<String, SwarmJob> jobs = new TreeMap<>();
  private final int schedulers;
  private final FaultPlan faults;
  private final NodeLoss loss;
  private final SickNodes sick;
  private final TaskTimes times;
  private final Ground ground;
  private final Promises promises;
  private final Joins joins = new Joins(this::nowNs);
  private final Coverage coverage = new Coverage();
  private final MachineRuns machines = new MachineRuns(this::nowNs);
  private final SwarmDisks disks = new SwarmDisks();
  private final Chance endings;
  private final boolean hasFramework;
  private final boolean resizes;
  private final SwarmFramework framework;
  private final SimCell cell;
  private final MasterFaults masterFaults;
  private final int masters;

  /**
   * @param spared kinds of faults that are never injected
   */
  SwarmRun(long seed, Swarm.Makers makers, Set<Fault> spared) {
    this.seed = seed;
    this.spared = spared;
    this.masters = MASTERS.get(Chance.of(seed, "master count").nextInt(MASTERS.size()));
    this.endings = Chance.of(seed, "endings");
    var chance = Chance.of(seed, "swarm");
    var capacities = capacities(chance);
    this.schedulers = 1 + chance.nextInt(3);
    this.faults = FaultPlan.draw(seed, capacities.size(), schedulers, HEAL_NS);
    this.sick = SickNodes.draw(seed, capacities.size(), HEAL_NS).without(spared);
    double meanNs = (10L + chance.nextInt(3_000)) * MS;
    this.times = new TaskTimes(seed, new Distribution.Exponential(meanNs));
    var places = new SwarmPlaces(Chance.of(seed, "places"), capacities.size());
    var attributes = places.attributes();
    this.ground = new Ground(capacities, attributes);
    var tasks = new SwarmTasks(Chance.of(seed, "tasks"), capacities);
    var spec = SwarmSpec.draw(seed, chance, schedulers, ground, tasks.limits());
    this.promises = new Promises(capacities, attributes, this::nowNs, spec.node());
    this.masterFaults = new MasterFaults(seed, Math.max(1, masters), HEAL_NS, this::injects);
    this.cell =
        new SimCell(
            spec,
            new Masters.Group(masters, masterFaults, makers.masters()),
            makers.schedulers(),
            makers.nodes(),
            new FaultyNetwork(faults, this::injects),
            this,
            this::skewNs,
            promises.and(joins).and(coverage).and(machines).and(disks),
            _ -> {});
    cell.simulation()
        .listen(
            event -> {
              coverage.published(event);
              disks.published(event);
            });
    drawJobs(chance, places);
    this.loss = bearable(NodeLoss.draw(seed, attributes));
    var whims = Chance.of(seed, "whims");
    this.hasFramework = whims.nextInt(3) > 0 && !loss.isForGood();
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

  private boolean injects(Fault fault) {
    boolean injects = !spared.contains(fault);
    if (injects) {
      coverage.injected(fault);
    }
    return injects;
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
    var kinds = new SwarmKinds(Chance.of(seed, "kinds"), ground);
    int count = 1 + chance.nextInt(MAX_JOBS);
    for (int number = 0; number < count; number++) {
      var job = SwarmJob.draw(number, chance, places, kinds, ground, LAST_SUBMIT_NS);
      jobs.put(job.spec().name(), job);
    }
  }

  /** Runs it to the end; throws {@link BrokenPromise} where it may not go. */
  SwarmOutcome run() {
    var simulation = cell.simulation();
    jobs.values().forEach(this::schedule);
    new SwarmUsers(seed, cell, jobs.size(), schedulers, HEAL_NS).schedule();
    new SwarmResizes(seed, cell).schedule(jobs.values());
    scheduleLoss();
    faults.crashes().stream().filter(crash -> !isLost(crash.actor())).forEach(this::schedule);
    faults.monitorCrashes().forEach(this::schedule);
    sick.all().forEach(this::schedule);
    scheduleMasters();
    for (var pause : faults.pauses()) {
      simulation.at(pause.atNs(), () -> pause(pause));
    }
    for (var emptied : faults.emptiedDisks(ground.capacities().size())) {
      simulation.at(emptied.atNs(), () -> emptyDisk(emptied.node()));
    }
    simulation.runUntil(HEAL_NS);
    while (!isOver() && simulation.nowNs() < DEADLINE_NS) {
      simulation.runUntil(simulation.nowNs() + 1_000 * MS);
    }
    promises.verifyAllEnded();
    verifyEnds();
    if (!framework.isOver()) {
      throw new BrokenPromise(6, "tasks of the framework never ended: " + framework.open());
    }
    verifyNoClaims();
    verifyIdle();
    verifyMasters();
    return new SwarmOutcome.SeedKept(seed, simulation.events(), simulation.traceHash());
  }

  private boolean isOver() {
    return promises.allEnded() && framework.isOver() && cell.masters().leader().openJobs() == 0;
  }

  private void scheduleMasters() {
    if (masters == 0) {
      return;
    }
    var simulation = cell.simulation();
    masterFaults.crashes().forEach(this::schedule);
    for (long atNs : masterFaults.changes()) {
      simulation.at(
          atNs,
          () -> {
            if (injects(Fault.LEADER_CHANGED)) {
              cell.changeLeader();
            }
          });
    }
    for (int master = 0; master < masters; master++) {
      scheduleSnapshot(master);
    }
  }

  private void scheduleSnapshot(int master) {
    long atNs = nowNs() + masterFaults.nextSnapshotNs();
    if (atNs < HEAL_NS) {
      cell.simulation()
          .at(
              atNs,
              () -> {
                cell.masters().save(master);
                scheduleSnapshot(master);
              });
    }
  }

  /** When all is over, all masters have applied the same. */
  private void verifyMasters() {
    long[] digests = cell.masters().digests();
    for (long digest : digests) {
      if (digest != digests[0]) {
        throw new BrokenPromise(1, "masters differ, all is over: " + Arrays.toString(digests));
      }
    }
  }

  /** Nodes are lost for good only where others are left, and all jobs can do without them. */
  private NodeLoss bearable(NodeLoss drawn) {
    if (spared.contains(drawn.fault())) {
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

  private boolean isLost(Address<?> actor) {
    return actor.role() == Role.NODE && loss.crashes(actor.index());
  }

  private void scheduleLoss() {
    var simulation = cell.simulation();
    for (int node : loss.nodes()) {
      var at = NodeEvent.at(node);
      simulation.at(loss.atNs(), () -> coverage.injected(loss.fault()));
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
    if (spared.contains(fault)) {
      return;
    }
    simulation.at(crash.atNs(), () -> coverage.injected(fault));
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
    for (var run : machines.of(node)) {
      post(nowNs(), node, new AdoptRun(run.launch(), nowNs() - run.startedNs()));
      var result = run.result();
      if (result != null) {
        post(nowNs(), node, new RunExited(run.launch().run(), result));
      } else {
        var work = run.launch().work();
        var withoutInputs = disks.withoutInputs(work);
        long endNs =
            run.startedNs()
                + withoutInputs.map(SwarmDisks::durationNs).orElseGet(() -> times.durationNs(work));
        boolean isLost =
            endNs < nowNs() && endings.nextInt(LOST_EVERY) == 0 && injects(Fault.RUN_LOST);
        var end = isLost ? RunResult.lost("nobody watched") : result(node, work);
        post(Math.max(nowNs(), endNs), node, new RunExited(run.launch().run(), end));
      }
    }
  }

  private void post(long atNs, int node, NodeEvent event) {
    cell.simulation().post(atNs, NodeEvent.at(node), event);
  }

  private void schedule(SickNodes.Sickness sickness) {
    cell.simulation().at(sickness.fromNs(), () -> coverage.injected(sickness.fault()));
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
    if (injects(Fault.ACTOR_PAUSED)) {
      cell.simulation().pause(pause.actor(), pause.atNs() + pause.forNs());
    }
  }

  private void emptyDisk(int node) {
    if (injects(Fault.DISK_EMPTIED)) {
      cell.simulation().emptyDisk(node);
    }
  }

  private long skewNs(Address<?> actor) {
    long skewNs = faults.skewNs(actor);
    return skewNs != 0 && injects(Fault.CLOCK_WRONG) ? skewNs : 0;
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

  /** Of jobs that are over, nothing may stay claimed. */
  private void verifyNoClaims() {
    var simulation = cell.simulation();
    long endNs = simulation.nowNs() + RELEASE_NS;
    while (cell.state().claims() > 0 && simulation.nowNs() < endNs) {
      simulation.runUntil(simulation.nowNs() + 1_000 * MS);
    }
    if (cell.state().claims() > 0) {
      throw new BrokenPromise(
          3, "%d claims are left of jobs that are over".formatted(cell.state().claims()));
    }
  }

  /** When all is over, nothing waits, runs or holds room on any node. */
  private void verifyIdle() {
    cell.simulation().runUntil(nowNs() + RELEASE_NS);
    for (int index = 0; index < ground.capacities().size(); index++) {
      boolean isGone = loss.isForGood() && loss.nodes().contains(index);
      if (!isGone && cell.simulation().actor(NodeEvent.at(index)) instanceof Node node) {
        boolean idle = node.waiting() + node.running() + node.opportunistic() == 0;
        if (!idle || !ground.capacities().get(index).fitsIn(node.available())) {
          throw new BrokenPromise(
              3,
              "all is over, and on node-%d %d wait, %d run, %d are opportunistic and %s is free"
                  .formatted(
                      index,
                      node.waiting(),
                      node.running(),
                      node.opportunistic(),
                      node.available()));
        }
      }
    }
  }

  private void verifyEnds() {
    for (var report : promises.ends().values()) {
      var job = jobs.get(report.name());
      if (job != null && !mayEnd(job, report.state())) {
        throw new BrokenPromise(
            6,
            "%s may end as %s and was %s: %s"
                .formatted(report.name(), job.allowedEnds(), report.state(), report));
      }
    }
  }

  private boolean mayEnd(SwarmJob job, JobState state) {
    boolean mayMissNodes =
        state == JobState.INFEASIBLE && (resizes || joins.isAnyMissed(MasterConfig.JOIN_GRACE_NS));
    boolean mayLoseTries = state == JobState.FAILED && sick.hasBlackHole();
    return mayMissNodes || mayLoseTries || job.allowedEnds().contains(state);
  }

  private long nowNs() {
    return cell.simulation().nowNs();
  }

  Simulation simulation() {
    return cell.simulation();
  }

  @Override
  public long durationNs(int node, Work work) {
    if (sick.resultOn(node, nowNs()) != null) {
      return MS;
    }
    double drawn = faults.slownessOf(node, cell.simulation().nowNs());
    double slowness = drawn > 1 && injects(Fault.NODE_SLOW) ? drawn : 1;
    var withoutInputs = disks.withoutInputs(work);
    return withoutInputs
        .map(SwarmDisks::durationNs)
        .orElseGet(() -> Math.round(times.durationNs(work) * slowness));
  }

  @Override
  public RunResult result(int node, Work work) {
    var sickness = sick.resultOn(node, nowNs());
    return sickness == null ? result(work) : sickness;
  }

  private RunResult result(Work work) {
    var withoutInputs = disks.withoutInputs(work);
    if (withoutInputs.isPresent()) {
      return withoutInputs.get();
    }
    var job = jobs.get(work.home());
    int failing = job == null ? 1 : job.failures();
    boolean fails = work.index() % SwarmJob.FAILING_EVERY == 0 && work.attempt() <= failing;
    return fails
        ? FAILURES.get((work.stage() + work.attempt()) % FAILURES.size())
        : hasOutput(work) ? RunResult.SUCCESS.withOutput(1) : RunResult.SUCCESS;
  }

  private static boolean hasOutput(Work work) {
    return (work.stage() + work.index()) % EMPTY_HANDED_EVERY != 0;
  }

  /** Some take their time, so that others come while they hold room that is promised away. */
  @Override
  public long killNs(long run) {
    return KILL_NS + run % SLOW_KILLS * 100 * MS;
  }

  /** What stands still hears nothing. */
  @Override
  public boolean stubborn(long run) {
    boolean isDue = run % STUBBORN_EVERY == 0 || machines.isFrozen(run);
    return isDue && injects(Fault.RUN_STUBBORN);
  }
}
