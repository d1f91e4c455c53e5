package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.event.SchedulerEvent.NodeBusy;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.Admission;
import dev.muster.model.JobSpec;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * Sparrow's policy: d·m reservations in the wait queues of random nodes for m waiting tasks; the
 * node that is free first gets a task, and when none is left the other reservations are withdrawn.
 */
public final class SampledPlacer implements Placer {

  /** A job has at most the larger of these waiting at nodes; more follow as they are used. */
  static final int RESERVATIONS_PER_JOB = 1_024;

  static final int RESERVATIONS_PER_NODE = 4;

  private enum SampledTimer implements Timer {
    /** A task has waited long enough for the nodes that it prefers. */
    PATIENCE
  }

  /** How many reservations of a job wait at nodes, and how many of its stages are open. */
  static final class JobReservations {

    private int count;
    private int stages;

    int count() {
      return count;
    }

    void add(int change) {
      count += change;
    }
  }

  /** How the stages of some jobs are sampled. */
  record SamplingMode(SampledOptions options, NodeSampler sampler) {}

  private final PlacerContext context;
  private final SamplingMode usual;
  private final SamplingMode ofAuto;
  private final LongMap<JobReservations> jobs = new LongMap<>();

  /** The stages some of whose tasks wait for nodes that they prefer, by when to stop that. */
  private final TreeSet<SampledStage> patient =
      new TreeSet<>(
          Comparator.comparingLong(SampledStage::patientUntilNs)
              .thenComparingLong(SampledStage::number));

  private long lastNumber;

  /** The nodes of the latest draw; one list for all draws, so that none allocates. */
  final IntList drawn = new IntList();

  public SampledPlacer(PlacerContext context, SampledOptions options, RandomGenerator chance) {
    this(context, options, options, chance);
  }

  /**
   * @param options of jobs that ask for this policy
   * @param ofAuto of stages for which {@code auto} chooses it
   */
  public SampledPlacer(
      PlacerContext context,
      SampledOptions options,
      SampledOptions ofAuto,
      RandomGenerator chance) {
    this.context = context;
    this.usual = new SamplingMode(options, new NodeSampler(options, context.nodes(), chance));
    this.ofAuto = new SamplingMode(ofAuto, new NodeSampler(ofAuto, context.nodes(), chance));
  }

  @Override
  public List<String> policies() {
    return List.of(JobSpec.SAMPLED);
  }

  @Override
  public Admission admission() {
    return Admission.QUEUED;
  }

  @Override
  public StagePlacer open(StageTasks stage) {
    var ofJob = jobs.find(stage.job());
    if (ofJob == null) {
      ofJob = new JobReservations();
      jobs.put(stage.job(), ofJob);
    }
    ofJob.stages++;
    return new SampledStage(++lastNumber, stage, this, way(stage), context, ofJob);
  }

  void closed(SampledStage stage, long job, JobReservations ofJob) {
    patient.remove(stage);
    if (--ofJob.stages == 0) {
      jobs.remove(job);
    }
  }

  @Override
  public boolean on(long nowNs, PlacementEvent event, Effects out) {
    if (!(event instanceof NodeBusy busy)) {
      return false;
    }
    boolean isNew = usual.sampler.noteBusy(nowNs, busy.node(), busy.forNs());
    boolean isNewToAuto = ofAuto.sampler.noteBusy(nowNs, busy.node(), busy.forNs());
    if (context.held().find(busy.reservation(), busy.node()) instanceof Reservation reservation
        && reservation.stage().stagePlacer() instanceof SampledStage stage) {
      boolean isNewToStage = isOfAuto(reservation.stage()) ? isNewToAuto : isNew;
      stage.nodeIsBusy(nowNs, reservation, isNewToStage, out);
    }
    return true;
  }

  private SamplingMode way(StageTasks stage) {
    return isOfAuto(stage) ? ofAuto : usual;
  }

  private static boolean isOfAuto(StageTasks stage) {
    return stage.jobSpec().policy().equals(JobSpec.AUTO);
  }

  /** The stage is adjusted again when a task has waited long enough. */
  void adjustAt(long dueNs, SampledStage stage, Effects out) {
    patient.remove(stage);
    stage.patientUntil(dueNs);
    patient.add(stage);
    out.wake(dueNs, SampledTimer.PATIENCE);
  }

  @Override
  public boolean wake(long nowNs, Timer timer, Effects out) {
    if (timer != SampledTimer.PATIENCE) {
      return false;
    }
    while (!patient.isEmpty() && patient.first().patientUntilNs() <= nowNs) {
      patient.removeFirst().adjust(nowNs, out);
    }
    return true;
  }

  /** How many reservations a job may have at nodes. */
  int limit() {
    return Math.max(RESERVATIONS_PER_JOB, RESERVATIONS_PER_NODE * context.nodes().view().size());
  }
}
