package dev.muster.sim.experiment.mercury;

import dev.muster.check.Observer;
import dev.muster.check.Promises;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Timing.Reports;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.MasterEvent.RequestContainers;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.master.central.CentralOptions;
import dev.muster.core.master.central.CentralOptions.Mode;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.CellSpec.Sharing;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.experiment.JobAnswers;
import dev.muster.sim.experiment.PointRun;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A small cell, drawn at random, with jobs under {@code central} and {@code hybrid}; opportunistic
 * tasks that have run for a while are to be promoted. All promises are checked after every event,
 * and that guaranteed tasks never have more of a node than there is.
 */
final class PromotionRun implements Machines, Observer {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final int MOST_JOBS = 6;

  private record TieredTask(int node, Resources need, boolean guaranteed) {}

  private final Chance chance;
  private final List<Resources> capacities;
  private final SimCell cell;
  private final int jobs;
  private final Resources[] guaranteed;
  private final LongMap<TieredTask> running = new LongMap<>();
  private int ended;

  /** The attempts for which the central scheduler was asked. */
  final Set<Long> asked = new TreeSet<>();

  long granted;

  /** How often guaranteed tasks had more of a node than there is. */
  long overCommitted;

  PromotionRun(long seed) {
    this.chance = Chance.of(seed, "promotions");
    int nodes = 1 + chance.nextInt(4);
    var capacity = new Resources(1_000L * (1 + chance.nextInt(4)), (2L + chance.nextInt(4)) << 30);
    var spec = CellSpec.of(seed, nodes, capacity);
    this.capacities = spec.capacities();
    this.guaranteed = new Resources[nodes];
    Arrays.fill(guaranteed, Resources.NONE);
    this.jobs = 2 + chance.nextInt(MOST_JOBS - 1);
    this.cell =
        SimCell.calm(
            setUp(spec),
            SchedulerMaker.PRODUCTION,
            MS / 2,
            this,
            and(new Promises(capacities)),
            new JobAnswers(_ -> {}, this::ended));
  }

  private CellSpec setUp(CellSpec spec) {
    var options =
        HybridOptions.of(HybridOptions.NEVER, chance.nextInt(1, 5) / 4.0)
            .withPromotionAfter(chance.nextInt(1, 500) * MS);
    var mode = chance.nextBoolean() ? Mode.EVENTS : Mode.heartbeats(1 + chance.nextInt(4), 0);
    var timing =
        Timing.seldom(chance.nextInt(1, 10) * (100 * MS)).with(new Reports(200 * MS, 100 * MS));
    return spec.withSchedulers(1 + chance.nextInt(3))
        .withTiming(timing)
        .withSharing(Sharing.standard().with(CentralOptions.STANDARD.with(mode)).with(options));
  }

  /** Until all jobs have ended. */
  PromotionRun toEnd(PointRun point) {
    for (int job = 0; job < jobs; job++) {
      cell.submit(S + chance.nextInt(3_000) * MS, Integer.toString(job), job());
    }
    var simulation = cell.simulation();
    for (long atNs = S; ended < jobs; atNs += S) {
      simulation.runUntil(atNs);
    }
    point.ended(simulation);
    return this;
  }

  private JobSpec job() {
    var least = capacities.getFirst();
    var need =
        new Resources(500L * (1 + chance.nextInt((int) (least.cpuMillis() / 500))), 1L << 30);
    var stage = StageSpec.of("s", 1 + chance.nextInt(8), need, List.of("modelled"));
    return JobSpec.of("j", stage.withEstimate((1 + chance.nextInt(3)) * S))
        .withPolicy(chance.nextInt(3) == 0 ? JobSpec.CENTRAL : JobSpec.HYBRID);
  }

  private void ended(JobReport report) {
    ended++;
  }

  @Override
  public long durationNs(int node, Work work) {
    return (100 + chance.nextInt(3_000)) * MS;
  }

  // What guaranteed tasks have.

  @Override
  public void launched(int node, Launch launch) {
    var demand = launch.demand();
    var task = new TieredTask(node, demand.resources(), !demand.isOpportunistic());
    running.put(launch.run(), task);
    if (task.guaranteed) {
      take(task);
    }
  }

  private void take(TieredTask task) {
    guaranteed[task.node] = guaranteed[task.node].plus(task.need);
    overCommitted += guaranteed[task.node].fitsIn(capacities.get(task.node)) ? 0 : 1;
  }

  @Override
  public void sent(Address<?> to, Event event) {
    switch (event) {
      case RequestContainers wanted ->
          wanted.request().running().forEach(each -> asked.add(each.claim()));
      case TaskPromoted promoted -> promoted(promoted);
      default -> {} // not counted
    }
  }

  private void promoted(TaskPromoted promoted) {
    var task = running.find(promoted.reservation());
    if (promoted.granted() && task != null && !task.guaranteed) {
      granted++;
      var now = new TieredTask(task.node, task.need, true);
      running.put(promoted.reservation(), now);
      take(now);
    }
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof RunExited exit) {
      var task = running.remove(exit.run());
      if (task != null && task.guaranteed) {
        guaranteed[task.node] = guaranteed[task.node].minus(task.need);
      }
    }
  }
}
