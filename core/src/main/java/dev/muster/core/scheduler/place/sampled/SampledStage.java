package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.EligibleNodes;
import dev.muster.core.scheduler.place.HeldList;
import dev.muster.core.scheduler.place.NodeReasons;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.ReservationState;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Explanation;
import dev.muster.model.Explanation.Candidate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps as many reservations out as the waiting tasks of a stage need, and binds them to tasks. */
final class SampledStage implements StagePlacer {

  private final long number;
  private final StageTasks tasks;
  private final SampledPlacer placer;
  private final PlacerContext context;
  private final NodeSampler sampler;
  private final EligibleNodes eligible;
  private final SampledPlacer.JobReservations ofJob;

  /** Reservations for no task in particular, and those for a preference of one. */
  private final HeldList<Reservation> shared = new HeldList<>();

  private final ReservationSpread spread;

  private final HeldList<Reservation> preferred = new HeldList<>();

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
      PlacerContext context,
      SampledPlacer.JobReservations ofJob) {
    this.number = number;
    this.tasks = tasks;
    this.placer = placer;
    this.context = context;
    this.ofJob = ofJob;
    this.sampler = placer.sampler();
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
      var need = tasks.spec().resources();
      var barred = tasks.barredNodes(nowNs);
      sampler.choose(nowNs, eligible(), need, barred, allowed, placer.drawn);
      if (!reserveDrawn(nowNs, out)) {
        return false;
      }
    }
    return allowed == lacking || lacking <= 0;
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
    enlist(made);
    ofJob.add(1);
    out.send(
        NodeEvent.at(node),
        new NodeEvent.EnqueueReservation(context.self(), made.id(), tasks.demand()));
    return true;
  }

  private void enlist(Reservation reservation) {
    if (reservation.preference() == Reservation.NO_PREFERENCE) {
      shared.add(reservation);
      noteAvoided(reservation, 1);
    } else {
      preferred.add(reservation);
      preferring().search.reserved(reservation);
    }
  }

  private void delist(Reservation reservation) {
    if (reservation.preference() == Reservation.NO_PREFERENCE) {
      shared.remove(reservation);
      noteAvoided(reservation, -1);
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
      out.send(node, new NodeEvent.NoTask(question.reservation(), question.request()));
      return;
    }
    delist(reservation);
    ofJob.add(-1);
    if (tasks.isExplained()) {
      tasks.explain(attempt, bound(nowNs, attempt), out);
    }
    var work = tasks.work(attempt);
    out.send(node, new NodeEvent.LaunchTask(attempt.id(), question.request(), work));
    if (placer.isSticky() && preferring == null && tasks.wanted() > 0 && isBelowLimit()) {
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

  private Explanation bound(long nowNs, Attempt attempt) {
    List<Candidate> candidates = new ArrayList<>();
    candidates.add(Candidate.chosen(attempt.node(), "was the first to have resources", 0));
    addReservations(nowNs, candidates);
    var summary = "bound late to node " + attempt.node();
    return Explanation.of(tasks.policy(), summary, candidates);
  }

  private void addReservations(long nowNs, List<Candidate> candidates) {
    for (var list : List.of(shared, preferred)) {
      for (var one = list.first(); one != null; one = list.after(one)) {
        candidates.add(
            Candidate.notChosen(
                one.node(), "a reservation waits in its queue", nowNs - one.confirmedNs()));
      }
    }
  }

  @Override
  public Explanation explain(long nowNs, int task) {
    List<Candidate> candidates = new ArrayList<>();
    addReservations(nowNs, candidates);
    var need = tasks.spec().resources();
    NodeReasons.addRuledOut(context.nodes(), eligible(), need, candidates);
    return Explanation.of(tasks.policy(), summary(candidates), candidates);
  }

  private String summary(List<Candidate> candidates) {
    if (tasks.wanted() == 0) {
      return tasks.lack();
    }
    if (NodeReasons.areAllAvoided(context.nodes(), eligible(), tasks.spec().resources())) {
      return NodeReasons.ALL_AVOIDED;
    }
    if (shared.count() + preferred.count() == 0) {
      return candidates.isEmpty() ? "waits for nodes to join" : "no node can take the task";
    }
    return "waits for the first free of " + (shared.count() + preferred.count()) + " nodes";
  }
}
