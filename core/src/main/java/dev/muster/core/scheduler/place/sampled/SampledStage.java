package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongSet;
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
  private final NodeSampler sampler;
  private final EligibleNodes eligible;
  private final OpenNodes openNodes;
  private final SampledReasons reasons;
  private final SampledPlacer.JobReservations ofJob;

  /** Reservations for no task in particular, and those for a preference of one. */
  private final HeldList<Reservation> shared = new HeldList<>();

  private final ReservationSpread spread;

  private final HeldList<Reservation> preferred = new HeldList<>();

  /** Null where the stage does not hedge. */
  private final @Nullable Hedge hedge;

  /** Null where no task prefers any node. */
  private final @Nullable PreferringTasks preferring;

  private final @Nullable PreferredReservations preferredReservations;
  private long patientUntilNs;

  /** How many of the shared ones are at avoided nodes, as of this set of avoided nodes. */
  private int avoidedShared;

  private long countedSequence;

  SampledStage(
      long number,
      StageTasks tasks,
      SampledPlacer placer,
      SampledPlacer.Way way,
      PlacerContext context,
      SampledPlacer.JobReservations ofJob) {
    this.number = number;
    this.tasks = tasks;
    this.placer = placer;
    this.context = context;
    this.ofJob = ofJob;
    this.options = way.options();
    this.sampler = way.sampler();
    this.hedge = options.hedges() ? new Hedge(options.hedging(), sampler) : null;
    this.openNodes = new OpenNodes(tasks, options.shortNodes());
    this.reasons = new SampledReasons(tasks, List.of(shared, preferred));
    this.spread = new ReservationSpread(this, sampler, context.nodes());
    var where = tasks.spec().where();
    this.eligible = new EligibleNodes(context.nodes(), where.require());
    this.preferring = where.hasPreferences() ? new PreferringTasks(where, tasks::isWaiting) : null;
    this.preferredReservations =
        preferring == null ? null : new PreferredReservations(this, preferring, sampler);
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
      return topUpShared(nowNs, wanted, out);
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
    spread.move(nowNs, shared, placer.drawn, out);
    if (!reserveDrawn(nowNs, out)) {
      return false;
    }
    int lacking = sampler.drawsFor(wanted) - usableShared();
    int allowed = Math.min(lacking, placer.limit() - ofJob.count());
    if (allowed > 0) {
      choose(nowNs, eligible(), allowed, placer.drawn);
      if (!reserveDrawn(nowNs, out)) {
        return false;
      }
    }
    boolean enough = allowed == lacking || lacking <= 0;
    return enough && (hedge == null || topUp(nowNs, hedge, wanted, out));
  }

  /** Draws so many nodes of these. */
  void choose(long nowNs, View from, int count, IntList chosen) {
    var barred = openNodes.barred(nowNs, eligible());
    sampler.choose(nowNs, from, tasks.spec().resources(), barred, count, chosen);
  }

  /** Sends more while those sent are at busy nodes; false at a limit of the placer. */
  private boolean topUp(long nowNs, Hedge hedge, int wanted, Effects out) {
    int room = hedge.most(wanted) - shared.count();
    while (room > 0 && usableShared() - hedge.busy() < sampler.drawsFor(wanted)) {
      if (hedge.mustDraw(eligible())) {
        drawMore(nowNs, hedge, room);
      }
      int node = hedge.next(nowNs);
      if (node < 0) {
        return true;
      }
      if (!isBelowLimit() || !reserve(nowNs, node, Reservation.NO_PREFERENCE, out)) {
        return false;
      }
      room--;
    }
    return true;
  }

  private void drawMore(long nowNs, Hedge hedge, int count) {
    var drawn = new LongSet();
    for (var one = shared.first(); one != null; one = shared.after(one)) {
      drawn.add(one.node());
    }
    var barred = openNodes.barred(nowNs, eligible());
    hedge.draw(
        nowNs,
        eligible(),
        tasks.spec().resources(),
        node -> drawn.contains(node) || barred.test(node),
        count);
  }

  /**
   * The node of a reservation says that something else goes first there: another node is drawn
   * beside it, or in its place.
   *
   * @param isNew whether that was not known of the node
   */
  void nodeIsBusy(long nowNs, Reservation reservation, boolean isNew, Effects out) {
    if (reservation.preference() != Reservation.NO_PREFERENCE) {
      return; // some task prefers the node
    }
    if (hedge != null) {
      hedge.nodeIsBusy(reservation);
      adjust(nowNs, out);
    } else if (isNew) {
      withdraw(reservation, out);
      adjust(nowNs, out);
    }
  }

  private boolean reserveDrawn(long nowNs, Effects out) {
    var drawn = placer.drawn;
    for (int i = 0; i < drawn.size(); i++) {
      if (!reserve(nowNs, drawn.at(i), Reservation.NO_PREFERENCE, out)) {
        return false;
      }
    }
    return true;
  }

  /** The shared reservations without those at nodes that are avoided: others are sent for them. */
  private int usableShared() {
    var nodes = context.nodes();
    if (countedSequence != nodes.avoidedSequence()) {
      countedSequence = nodes.avoidedSequence();
      avoidedShared = 0;
      for (var one = shared.first(); one != null; one = shared.after(one)) {
        avoidedShared += nodes.isAvoided(one.node()) ? 1 : 0;
      }
    }
    return shared.count() - avoidedShared;
  }

  boolean isBelowLimit() {
    return ofJob.count() < placer.limit();
  }

  /** Sends a reservation; false where the table is at its limit. */
  boolean reserve(long nowNs, int node, int preference, Effects out) {
    var made = context.held().reserve(tasks, node, preference, nowNs);
    if (made == null) {
      return false;
    }
    if (hedge != null && sampler.comesLast(nowNs, node)) {
      made.nodeIsBusy();
    }
    enlist(made);
    ofJob.add(1);
    boolean asks = hedge != null && !made.isAtBusyNode();
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
      noteAvoided(reservation, 1);
      if (hedge != null) {
        hedge.enlisted(reservation);
      }
    } else {
      preferred.add(reservation);
      preferring().search.reserved(reservation);
    }
  }

  private void delist(Reservation reservation) {
    if (reservation.preference() == Reservation.NO_PREFERENCE) {
      shared.remove(reservation);
      noteAvoided(reservation, -1);
      if (hedge != null) {
        hedge.delisted(reservation);
      }
    } else {
      preferred.remove(reservation);
      preferring().search.unreserved(reservation.preference());
    }
  }

  /** Keeps count while the set of avoided nodes stays. */
  private void noteAvoided(Reservation reservation, int change) {
    var nodes = context.nodes();
    if (countedSequence == nodes.avoidedSequence() && nodes.isAvoided(reservation.node())) {
      avoidedShared += change;
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
    withdraw(shared, out);
  }

  private void withdrawAll(Effects out) {
    withdraw(shared, out);
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
      sampler.noteFree(question.node());
      out.send(node, new NodeEvent.NoTask(question.reservation(), question.request()));
      return;
    }
    delist(reservation);
    ofJob.add(-1);
    if (tasks.isExplained()) {
      tasks.explain(attempt, reasons.bound(nowNs, attempt), out);
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
    return reasons.waiting(nowNs, context.nodes(), eligible());
  }
}
