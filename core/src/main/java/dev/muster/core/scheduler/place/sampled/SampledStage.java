package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.EligibleNodes;
import dev.muster.core.scheduler.place.HeldList;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.ReservationState;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Demand;
import dev.muster.model.Explanation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps as many reservations out as the waiting tasks of a stage need, and binds them to tasks. */
final class SampledStage implements StagePlacer {

  private final long number;
  private final StageTasks tasks;
  private final SampledPlacer placer;
  private final PlacerContext context;
  private final SampledOptions options;
  private final EligibleNodes eligible;
  private final SampledPlacer.JobReservations ofJob;

  private final SharedReservations shared;

  /** Those for a preference of one task. */
  private final HeldList<Reservation> preferred = new HeldList<>();

  /** Null where no task prefers any node. */
  private final @Nullable PreferringTasks preferring;

  private final @Nullable PreferredReservations preferredReservations;
  private long patientUntilNs;

  SampledStage(
      long number,
      StageTasks tasks,
      SampledPlacer placer,
      SampledPlacer.SamplingMode way,
      PlacerContext context,
      SampledPlacer.JobReservations ofJob) {
    this.number = number;
    this.tasks = tasks;
    this.placer = placer;
    this.context = context;
    this.ofJob = ofJob;
    this.options = way.options();
    this.shared = new SharedReservations(this, placer, way, context.nodes());
    var where = tasks.spec().where();
    this.eligible = new EligibleNodes(context.nodes(), where.require());
    this.preferring = where.hasPreferences() ? new PreferringTasks(where, tasks::isWaiting) : null;
    this.preferredReservations =
        preferring == null ? null : new PreferredReservations(this, preferring, way.sampler());
  }

  /** Made when they are asked for: most stages never are. */
  private SampledReasons reasons() {
    return new SampledReasons(tasks, List.of(shared.list(), preferred));
  }

  StageTasks tasks() {
    return tasks;
  }

  View eligible() {
    return eligible.view();
  }

  long avoidedSequence() {
    return context.nodes().avoidedSequence();
  }

  /** Orders stages by when they were opened. */
  long number() {
    return number;
  }

  /** When some task has waited long enough for the nodes that it prefers. */
  long patientUntilNs() {
    return patientUntilNs;
  }

  /** Only the placer changes this, which keeps stages in the order of these times. */
  void patientUntil(long ns) {
    patientUntilNs = ns;
  }

  // As many as are wanted.

  @Override
  public boolean adjust(long nowNs, Effects out) {
    int wanted = tasks.wanted();
    if (wanted <= 0) {
      withdrawAll(out);
      return true;
    }
    if (preferring == null || preferredReservations == null) {
      return shared.topUp(nowNs, wanted, out);
    }
    boolean enough = preferredReservations.topUp(nowNs, wanted, out);
    long dueNs = preferring.nextWakeNs();
    if (dueNs >= 0) {
      placer.adjustAt(dueNs, this, out);
    }
    return enough;
  }

  /** Sends the reservations that so many tasks lack which may run anywhere; false at a limit. */
  boolean topUpShared(long nowNs, int wanted, Effects out) {
    return shared.topUp(nowNs, wanted, out);
  }

  /**
   * The node of a reservation says that something else goes first there.
   *
   * @param isNew whether that was not known of the node
   */
  void nodeIsBusy(long nowNs, Reservation reservation, boolean isNew, Effects out) {
    if (reservation.preference() == Reservation.NO_PREFERENCE) { // else some task prefers the node
      shared.nodeIsBusy(nowNs, reservation, isNew, out);
    }
  }

  /** How many more reservations its job may have. */
  int allowance() {
    return placer.limit() - ofJob.count();
  }

  boolean isBelowLimit() {
    return allowance() > 0;
  }

  /** Sends a reservation; false where the table is at its limit. */
  boolean reserve(long nowNs, int node, int preference, Effects out) {
    var made = context.held().reserve(tasks, node, preference, nowNs);
    if (made == null) {
      return false;
    }
    boolean isShared = preference == Reservation.NO_PREFERENCE;
    if (isShared) {
      shared.markIfBusy(nowNs, made);
    }
    enlist(made);
    ofJob.add(1);
    boolean asks = isShared && shared.asksWhetherBusy(nowNs, node);
    out.send(
        NodeEvent.at(node),
        new NodeEvent.EnqueueReservation(context.self(), made.id(), demand(), asks));
    return true;
  }

  /** Of a reservation that is sent now. */
  private Demand demand() {
    long mostNs = options.yieldNs();
    if (mostNs == 0) {
      return tasks.demand();
    }
    long eachNs = tasks.meanTaskNs();
    boolean isMore = eachNs == 0 || eachNs > mostNs / Math.max(1, tasks.waiting());
    return tasks
        .demand()
        .withEstimate(eachNs)
        .withYield(isMore ? mostNs : Math.max(1, eachNs * tasks.waiting()));
  }

  private void enlist(Reservation reservation) {
    if (reservation.preference() == Reservation.NO_PREFERENCE) {
      shared.add(reservation);
    } else {
      preferred.add(reservation);
      preferring().search.reserved(reservation);
    }
  }

  private void delist(Reservation reservation) {
    if (reservation.preference() == Reservation.NO_PREFERENCE) {
      shared.remove(reservation);
    } else {
      preferred.remove(reservation);
      preferring().search.unreserved(reservation.preference());
    }
  }

  private PreferringTasks preferring() {
    if (preferring == null) {
      throw new IllegalStateException("no task of " + tasks.spec().name() + " prefers a node");
    }
    return preferring;
  }

  /** The reservation serves another preference for the same node from now on. */
  void serve(Reservation reservation, int preference) {
    delist(reservation);
    reservation.serve(preference);
    enlist(reservation);
  }

  // Taking back.

  void withdraw(Reservation reservation, Effects out) {
    out.send(NodeEvent.at(reservation.node()), new NodeEvent.WithdrawReservation(reservation.id()));
    over(reservation, ReservationState.WITHDRAWN);
  }

  void withdrawShared(Effects out) {
    withdraw(shared.list(), out);
  }

  private void withdrawAll(Effects out) {
    withdraw(shared.list(), out);
    withdraw(preferred, out);
  }

  private void withdraw(HeldList<Reservation> list, Effects out) {
    for (var first = list.first(); first != null; first = list.first()) {
      withdraw(first, out);
    }
  }

  @Override
  public void over(Reservation reservation, ReservationState as) {
    delist(reservation);
    ofJob.add(-1);
    context.held().end(reservation, as);
  }

  @Override
  public void close(Effects out) {
    withdrawAll(out);
    placer.closed(this, tasks.job(), ofJob);
  }

  // Late binding.

  @Override
  public void askedForTask(long nowNs, Reservation reservation, GetTask question, Effects out) {
    var node = NodeEvent.at(question.node());
    var attempt = bind(nowNs, reservation);
    if (attempt == null) {
      over(reservation, ReservationState.ENDED);
      out.send(node, new NodeEvent.NoTask(question.reservation(), question.request()));
      return;
    }
    delist(reservation);
    ofJob.add(-1);
    if (tasks.isExplained()) {
      tasks.explain(attempt, reasons().bound(nowNs, attempt), out);
    }
    var work = tasks.work(attempt);
    out.send(node, new NodeEvent.LaunchTask(attempt.id(), question.request(), work));
    if (options.sticky() && preferring == null && tasks.wanted() > 0 && isBelowLimit()) {
      reserve(nowNs, attempt.node(), Reservation.NO_PREFERENCE, out);
    }
  }

  /** A task that may run there, best the one whose preference the reservation serves. */
  private @Nullable Attempt bind(long nowNs, Reservation reservation) {
    if (preferring == null) {
      return tasks.bindNext(nowNs, reservation);
    }
    int node = reservation.node();
    int task = tasks.wanted() > 0 ? preferring.next(node, reservation.preference()) : -1;
    if (task >= 0 && tasks.isBarred(nowNs, task, node)) {
      task = preferring.nextOther(task, node, one -> tasks.isBarred(nowNs, one, node));
    }
    return task < 0 ? null : tasks.bind(nowNs, reservation, task);
  }

  // Tasks come and go.

  @Override
  public void waits(int task) {
    if (preferring != null) {
      preferring.waits(task);
    }
  }

  @Override
  public void leaves(int task) {
    if (preferring != null) {
      preferring.leaves(task);
    }
  }

  // Reasons.

  @Override
  public Explanation explain(long nowNs, int task) {
    return reasons().waiting(nowNs, context.nodes(), eligible());
  }
}
