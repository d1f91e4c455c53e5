package dev.muster.sim.experiment.apollo;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.estimated.CompletionModel;
import dev.muster.core.scheduler.place.estimated.CompletionModel.InputDistance;
import dev.muster.core.scheduler.place.estimated.CorrectionReason;
import dev.muster.core.scheduler.place.estimated.EstimatedPlacer;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.RunResult;
import dev.muster.model.Usage;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SchedulerMaker.PlacerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.experiment.JobAnswers;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.machine.ModelledMachines;
import dev.muster.sim.machine.ReadBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Some time of a busy cell: as many jobs as there should be are under way from the start, and as
 * one ends another begins.
 */
final class ClusterRun implements Machines {

  private static final long S = 1_000_000_000;

  /** Of every message, one way. */
  private static final long DELAY_NS = 500_000;

  /** All nodes have joined. */
  private static final long START_NS = 2 * S;

  /** Jobs do not all come at once. */
  private static final long RAMP_NS = 5 * S;

  private static final long SAMPLE_NS = 10 * S;
  private static final double PERCENT = 100;
  private static final String APART = "apart-";

  private final ClusterSetting setting;
  private final DagJobs jobs;
  private final ModelledMachines machines;
  private final SimCell cell;
  final ClusterLedger ledger;
  final TwinLedger twins = new TwinLedger();
  final EstimateLedger estimates = new EstimateLedger();

  private final List<EstimatedPlacer> placers = new ArrayList<>();

  /** Tasks that read, by how far most of their input is. */
  private final long[] tasksAt = new long[InputDistance.values().length];

  private final LongMap<String> apart = new LongMap<>();
  private int apartLeft;
  private long submitted;
  long ended;

  /**
   * @param more placers beside those of production
   */
  ClusterRun(ClusterSetting setting, PlacerMaker... more) {
    this.setting = setting;
    this.jobs = new DagJobs(setting.law(), setting.seed());
    this.machines =
        new ModelledMachines(
            setting.racks(), CompletionModel.STANDARD, jobs, setting.disturbance());
    this.ledger = new ClusterLedger(setting.nodes(), ClusterSetting.SLOTS, jobs::kind);
    this.cell =
        SimCell.calm(
            setting.cell(),
            SchedulerMaker.of(List.of(more), this::made),
            DELAY_NS,
            this,
            machines.and(ledger.and(twins.and(estimates))),
            new JobAnswers(this::accepted, this::ended));
    ledger.readTimeFrom(cell.simulation()::nowNs);
    twins.readTimeFrom(cell.simulation()::nowNs);
    estimates.readTimeFrom(cell.simulation()::nowNs);
  }

  private void made(Placer placer) {
    if (placer instanceof EstimatedPlacer estimated) {
      placers.add(estimated);
    }
  }

  /** How many second attempts tasks have had for this reason, of all attempts. */
  double correctedPercent(CorrectionReason reason) {
    long sum = placers.stream().mapToLong(each -> each.corrected(reason)).sum();
    return PERCENT * sum / Math.max(1, twins.created);
  }

  /** How many of those were in time. */
  double inTimePercent(CorrectionReason reason) {
    long sum = placers.stream().mapToLong(each -> each.corrected(reason)).sum();
    long inTime = placers.stream().mapToLong(each -> each.correctedInTime(reason)).sum();
    return PERCENT * inTime / Math.max(1, sum);
  }

  /** The cell, so that an experiment may do something to it. */
  SimCell cell() {
    return cell;
  }

  DagJobs jobs() {
    return jobs;
  }

  static long startNs(double warmSeconds) {
    return START_NS + Math.round(warmSeconds * S);
  }

  /** Counts for so long after the cell has warmed up for so long. */
  ClusterRun toEnd(double warmSeconds, double seconds, PointRun point) {
    long fromNs = startNs(warmSeconds);
    long untilNs = fromNs + Math.round(seconds * S);
    ledger.count(fromNs, untilNs);
    int count = setting.jobs();
    for (int job = 0; job < count; job++) {
      cell.submit(START_NS + RAMP_NS * job / count, key(), jobs.underWay());
    }
    var simulation = cell.simulation();
    simulation.runUntil(fromNs);
    ledger.open();
    for (long atNs = fromNs; atNs < untilNs; ) {
      atNs = Math.min(untilNs, atNs + SAMPLE_NS);
      simulation.runUntil(atNs);
      ledger.sample();
      point.at((double) (atNs - fromNs) / (untilNs - fromNs));
    }
    twins.stop();
    point.ended(simulation);
    return this;
  }

  /** One more job, after whose end no other begins. */
  void submitApart(long atNs, JobSpec job) {
    cell.submit(atNs, APART + apartLeft++, job);
  }

  /** How many of those have not ended. */
  int apartLeft() {
    return apartLeft;
  }

  private String key() {
    return Long.toString(submitted++);
  }

  private void accepted(JobAccepted accepted) {
    if (accepted.key().startsWith(APART)) {
      apart.put(accepted.job(), accepted.key());
    }
  }

  private void ended(JobReport report) {
    ended++;
    machines.forget(report.job(), report.stages().size());
    if (apart.remove(report.job()) == null) {
      cell.submit(cell.simulation().nowNs(), key(), jobs.next());
    } else {
      apartLeft--;
    }
  }

  @Override
  public long durationNs(int node, Work work) {
    long ns = machines.durationNs(node, work);
    estimates.takes(ns);
    var reads = machines.latestReads();
    tasksAt[reads.mostly().ordinal()] += reads.total() > 0 ? 1 : 0;
    var disturbance = setting.disturbance();
    if (disturbance.isSlowed(work)) {
      twins.slows(ns, Math.round(ns / disturbance.slowdown()));
    }
    return ns;
  }

  @Override
  public LongFunction<Usage> progress(int node, Launch launch) {
    return machines.progress(node, launch);
  }

  int nodes() {
    return setting.nodes();
  }

  ReadBytes reads() {
    return machines.reads();
  }

  /** Of tasks that read anything. */
  double tasksPercent(InputDistance distance) {
    return PERCENT * tasksAt[distance.ordinal()] / Math.max(1, Arrays.stream(tasksAt).sum());
  }

  @Override
  public RunResult result(int node, Work work) {
    return machines.result(node, work);
  }
}
