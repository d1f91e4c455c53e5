package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.NodeBusy;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.HeldTable;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Admission;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
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

  private record Impatient(long dueNs, long number, SampledStage stage) {}

  private final PlacerContext context;
  private final SampledOptions options;
  private final NodeSampler sampler;
  private final LongMap<JobReservations> jobs = new LongMap<>();
  private final PriorityQueue<Impatient> impatient =
      new PriorityQueue<>(
          Comparator.comparingLong(Impatient::dueNs).thenComparingLong(Impatient::number));
  private final IntList drawn = new IntList();
  private long lastNumber;

  public SampledPlacer(PlacerContext context, SampledOptions options, RandomGenerator chance) {
    this.context = context;
    this.options = options;
    this.sampler = new NodeSampler(options.ratio(), options.avoidNs() > 0, chance);
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
    return new SampledStage(stage, this, ofJob);
  }

  void closed(long job, JobReservations ofJob) {
    if (--ofJob.stages == 0) {
      jobs.remove(job);
    }
  }

  @Override
  public boolean on(long nowNs, PlacementEvent event, Effects out) {
    if (!(event instanceof NodeBusy busy)) {
      return false;
    }
    boolean isNew = sampler.noteBusy(nowNs, busy.node(), busy.forNs());
    if (isNew && context.held().find(busy.reservation()) instanceof Reservation reservation) {
      move(nowNs, reservation, out);
    }
    return true;
  }

  /** Another node is drawn in place of one that is busy. */
  private static void move(long nowNs, Reservation reservation, Effects out) {
    if (reservation.stage().placement() instanceof SampledStage stage
        && stage.isMovable(reservation)) {
      stage.withdraw(reservation, out);
      stage.adjust(nowNs, out);
    }
  }

  /** A task of the stage has waited long enough then. */
  void wakeAt(long dueNs, SampledStage stage, Effects out) {
    impatient.add(new Impatient(dueNs, ++lastNumber, stage));
    out.wake(dueNs, SampledTimer.PATIENCE);
  }

  @Override
  public boolean wake(long nowNs, Timer timer, Effects out) {
    if (timer != SampledTimer.PATIENCE) {
      return false;
    }
    for (var next = impatient.peek(); next != null && next.dueNs <= nowNs; ) {
      impatient.remove();
      if (!next.stage.isClosed()) {
        next.stage.adjust(nowNs, out);
      }
      next = impatient.peek();
    }
    return true;
  }

  /** Draws so many nodes, or none where no node is large enough; good until the next draw. */
  IntList draw(long nowNs, View eligible, Resources need, int count) {
    sampler.choose(nowNs, eligible, need, count, drawn);
    return drawn;
  }

  /** How many reservations a job may have at nodes. */
  int limit() {
    return Math.max(RESERVATIONS_PER_JOB, RESERVATIONS_PER_NODE * nodes().view().size());
  }

  boolean isSticky() {
    return options.sticky();
  }

  NodeSampler sampler() {
    return sampler;
  }

  HeldTable held() {
    return context.held();
  }

  CellNodes nodes() {
    return context.nodes();
  }

  Address<SchedulerEvent> self() {
    return context.self();
  }
}
