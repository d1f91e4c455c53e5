package dev.muster.sim.swarm;

import dev.muster.check.BrokenPromise;
import dev.muster.check.Promises;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.cell.TransactionOptions.Conflicts;
import dev.muster.core.cell.TransactionOptions.Unit;
import dev.muster.core.master.CommitService;
import dev.muster.core.master.Master;
import dev.muster.core.master.Routing;
import dev.muster.core.master.state.CellRules;
import dev.muster.core.node.NodeConfig;
import dev.muster.core.node.QueueOrder;
import dev.muster.core.scheduler.CommitConfig;
import dev.muster.core.scheduler.Refresh;
import dev.muster.core.scheduler.ThinkTime;
import dev.muster.core.scheduler.place.Extras;
import dev.muster.core.scheduler.place.Sampled;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.NodeMaker;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.Sharing;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.drive.Simulation;
import dev.muster.sim.fault.Fault;
import dev.muster.sim.fault.FaultPlan;
import dev.muster.sim.fault.FaultyNetwork;
import dev.muster.workload.Distribution;
import dev.muster.workload.TaskTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  private static final int MAX_NODES = 12;
  private static final int MAX_JOBS = 10;
  private static final int STUBBORN_EVERY = 5;

  private final long seed;
  private final Map<String, SwarmJob> jobs = new TreeMap<>();
  private final FaultPlan faults;
  private final TaskTimes times;
  private final Ground ground;
  private final Promises promises;
  private final Joins joins = new Joins(this::nowNs);
  private final Coverage coverage = new Coverage();
  private final SimCell cell;

  SwarmRun(long seed, SchedulerMaker schedulerMaker, NodeMaker nodeMaker) {
    this.seed = seed;
    var chance = Chance.of(seed, "swarm");
    var capacities = capacities(chance);
    int schedulers = 1 + chance.nextInt(3);
    this.faults = FaultPlan.draw(seed, capacities.size(), schedulers, HEAL_NS);
    double meanNs = (10L + chance.nextInt(3_000)) * MS;
    this.times = new TaskTimes(seed, new Distribution.Exponential(meanNs));
    var places = new SwarmPlaces(Chance.of(seed, "places"), capacities.size());
    var attributes = places.attributes();
    this.ground = new Ground(capacities, attributes);
    this.promises = new Promises(capacities, attributes, this::nowNs);
    var way = way(chance);
    double ratio = 1 + 2 * chance.nextDouble();
    var node = node(chance);
    int askAhead = chance.nextInt(3);
    var spec =
        new CellSpec(
            seed,
            schedulers,
            capacities,
            attributes,
            Timing.standard(),
            way,
            ratio,
            extras(Chance.of(seed, "extras")).withAskAhead(askAhead),
            node,
            new ThinkTime(chance.nextInt(20) * MS, 0),
            sharing(Chance.of(seed, "sharing"), schedulers));
    this.cell =
        new SimCell(
            spec,
            schedulerMaker,
            nodeMaker,
            new FaultyNetwork(faults, coverage::injected),
            this,
            this::skewNs,
            promises.and(joins).and(coverage),
            _ -> {});
    drawJobs(chance, places);
  }

  /** Late binding half of the time: most of what can go wrong can only go wrong there. */
  private static Sampled.Way way(Chance chance) {
    var ways = Sampled.Way.values();
    return chance.nextBoolean() ? Sampled.Way.LATE : ways[chance.nextInt(ways.length)];
  }

  /** Terms of all kinds; which stages must go in whole is said by their jobs. */
  private static Sharing sharing(Chance chance, int schedulers) {
    var config =
        CommitConfig.standard().withBatch(1 + chance.nextInt(40)).with(refresh(chance, schedulers));
    var terms =
        new TransactionOptions(
            chance.nextInt(3) == 0 ? Unit.TRANSACTION : Unit.CLAIM,
            chance.nextInt(3) == 0 ? Conflicts.SEQUENCE : Conflicts.FIT,
            chance.nextBoolean(),
            chance.nextBoolean());
    var cell = new CommitService.Config(CellRules.standard(), 1 + chance.nextInt(4));
    var routing = chance.nextBoolean() ? Routing.BY_NUMBER : Routing.BY_KIND;
    return new Sharing(config.with(terms), cell, routing);
  }

  private static Refresh refresh(Chance chance, int schedulers) {
    return new Refresh(
        schedulers,
        (1 + chance.nextInt(1_000)) * MS,
        Refresh.Order.values()[chance.nextInt(Refresh.Order.values().length)],
        Refresh.Preference.values()[chance.nextInt(Refresh.Preference.values().length)],
        chance.nextInt(100) * MS,
        chance.nextBoolean());
  }

  private static Extras extras(Chance chance) {
    var drawn = chance.nextBoolean() ? Extras.PLAIN.withSticky() : Extras.PLAIN;
    drawn = drawn.withAvoid(chance.nextBoolean() ? 100 * MS : 0);
    return drawn.withReuse(chance.nextInt(50) * MS);
  }

  private static NodeConfig node(Chance chance) {
    var kinds = QueueOrder.Kind.values();
    var order = new QueueOrder(kinds[chance.nextInt(kinds.length)], false, 10_000 * MS);
    return NodeConfig.standard().withOrder(order);
  }

  private static List<Resources> capacities(Chance chance) {
    List<Resources> drawn = new ArrayList<>();
    int count = 1 + chance.nextInt(MAX_NODES);
    for (int i = 0; i < count; i++) {
      drawn.add(new Resources(1_000L * (1 + chance.nextInt(8)), (1L + chance.nextInt(8)) << 30));
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
  SwarmResult run() {
    var simulation = cell.simulation();
    jobs.values().forEach(this::schedule);
    for (var crash : faults.crashes()) {
      simulation.at(crash.atNs(), () -> crash(crash.actor()));
      simulation.at(crash.atNs() + crash.forNs(), () -> cell.restart(crash.actor()));
    }
    for (var pause : faults.pauses()) {
      simulation.at(pause.atNs(), () -> pause(pause));
    }
    simulation.runUntil(HEAL_NS);
    while (!promises.allEnded() && simulation.nowNs() < DEADLINE_NS) {
      simulation.runUntil(simulation.nowNs() + 1_000 * MS);
    }
    promises.verifyAllEnded();
    verifyEnds();
    verifyNoClaims();
    return new SwarmResult(seed, simulation.events(), simulation.traceHash());
  }

  private void crash(Address<?> actor) {
    coverage.injected(
        actor.role() == Role.NODE ? Fault.NODE_CRASHED : Fault.SCHEDULER_CRASHED);
    cell.crash(actor);
  }

  private void pause(FaultPlan.Pause pause) {
    coverage.injected(Fault.ACTOR_PAUSED);
    cell.simulation().pause(pause.actor(), pause.atNs() + pause.forNs());
  }

  private long skewNs(Address<?> actor) {
    long skewNs = faults.skewNs(actor);
    if (skewNs != 0) {
      coverage.injected(Fault.CLOCK_WRONG);
    }
    return skewNs;
  }

  /** What the run has reached so far. */
  Coverage reached() {
    cell.simulation().forEachActor(coverage::over);
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
        state == JobState.INFEASIBLE && joins.isAnyLaterThan(Master.Config.SETTLE_NS);
    return mayMissNodes || job.allowedEnds().contains(state);
  }

  private long nowNs() {
    return cell.simulation().nowNs();
  }

  Simulation simulation() {
    return cell.simulation();
  }

  @Override
  public long durationNs(int node, Work work) {
    double slowness = faults.slownessOf(node, cell.simulation().nowNs());
    if (slowness > 1) {
      coverage.injected(Fault.NODE_SLOW);
    }
    return Math.round(times.durationNs(work) * slowness);
  }

  @Override
  public RunResult result(Work work) {
    var job = jobs.get(work.home());
    boolean fails =
        job != null
            && work.index() % SwarmJob.FAILING_EVERY == 0
            && work.attempt() <= job.failures();
    return fails ? RunResult.failed(1, "meant to fail") : RunResult.SUCCESS;
  }

  @Override
  public boolean stubborn(long run) {
    boolean stubborn = run % STUBBORN_EVERY == 0;
    if (stubborn) {
      coverage.injected(Fault.RUN_STUBBORN);
    }
    return stubborn;
  }
}
