package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongSet;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.HeldList;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.View;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The reservations of a stage for no task in particular: as many as its waiting tasks need, on
 * nodes that are drawn from all on which tasks of the stage may run.
 */
final class SharedReservations {

  private final SampledStage stage;
  private final StageTasks tasks;
  private final SampledPlacer placer;
  private final CellNodes nodes;
  private final NodeSampler sampler;
  private final OpenNodes openNodes;
  private final ReservationSpread spread;
  private final HeldList<Reservation> list = new HeldList<>();

  /** Null where the stage does not hedge. */
  private final @Nullable Hedge hedge;

  /** How many are at avoided nodes, as of this set of avoided nodes. */
  private int avoided;

  private long countedSequence;

  SharedReservations(
      SampledStage stage, SampledPlacer placer, SampledPlacer.SamplingMode way, CellNodes nodes) {
    this.stage = stage;
    this.tasks = stage.tasks();
    this.placer = placer;
    this.nodes = nodes;
    this.sampler = way.sampler();
    this.openNodes = new OpenNodes(tasks, way.options().shortNodes());
    this.spread = new ReservationSpread(stage, this, sampler, nodes);
    this.hedge = way.options().hedges() ? new Hedge(way.options().hedging(), sampler) : null;
  }

  HeldList<Reservation> list() {
    return list;
  }

  void add(Reservation reservation) {
    list.add(reservation);
    noteAvoided(reservation, 1);
    if (hedge != null) {
      hedge.added(reservation);
    }
  }

  void remove(Reservation reservation) {
    list.remove(reservation);
    noteAvoided(reservation, -1);
    if (hedge != null) {
      hedge.removed(reservation);
    }
  }

  /** Keeps count while the set of avoided nodes stays. */
  private void noteAvoided(Reservation reservation, int change) {
    if (countedSequence == nodes.avoidedSequence() && nodes.isAvoided(reservation.node())) {
      avoided += change;
    }
  }

  /** All without those at nodes that are avoided: others are sent for them. */
  private int usable() {
    if (countedSequence != nodes.avoidedSequence()) {
      countedSequence = nodes.avoidedSequence();
      avoided = 0;
      for (var one = list.first(); one != null; one = list.after(one)) {
        avoided += nodes.isAvoided(one.node()) ? 1 : 0;
      }
    }
    return list.count() - avoided;
  }

  // As many as are wanted.

  /** Sends those that so many tasks lack; false at a limit. */
  boolean topUp(long nowNs, int wanted, Effects out) {
    spread.move(nowNs, list, placer.drawn, out);
    if (!reserveDrawn(nowNs, out)) {
      return false;
    }
    int lacking = sampler.drawsFor(wanted) - usable();
    int allowed = Math.min(lacking, stage.allowance());
    if (allowed > 0) {
      choose(nowNs, stage.eligible(), allowed, placer.drawn);
      if (!reserveDrawn(nowNs, out)) {
        return false;
      }
    }
    boolean enough = allowed == lacking || lacking <= 0;
    return enough && (hedge == null || topUp(nowNs, hedge, wanted, out));
  }

  /** Draws so many nodes of these. */
  void choose(long nowNs, View from, int count, IntList chosen) {
    var barred = openNodes.barred(nowNs, stage.eligible());
    sampler.choose(nowNs, from, tasks.spec().resources(), barred, count, chosen);
  }

  private boolean reserveDrawn(long nowNs, Effects out) {
    var drawn = placer.drawn;
    for (int i = 0; i < drawn.size(); i++) {
      if (!reserve(nowNs, drawn.at(i), out)) {
        return false;
      }
    }
    return true;
  }

  private boolean reserve(long nowNs, int node, Effects out) {
    return stage.reserve(nowNs, node, Reservation.NO_PREFERENCE, out);
  }

  // Hedging.

  /** Whether a node is to say that a reservation has to wait: as long as that is not known. */
  boolean asksWhetherBusy(long nowNs, int node) {
    return hedge != null && !sampler.comesLast(nowNs, node);
  }

  /** A reservation was sent to a node that is known to be busy. */
  void markIfBusy(long nowNs, Reservation made) {
    if (hedge != null && sampler.comesLast(nowNs, made.node())) {
      made.nodeIsBusy();
    }
  }

  /**
   * The node of a reservation says that something else goes first there: another node is drawn
   * beside it, or in its place.
   *
   * @param isNew whether that was not known of the node
   */
  void nodeIsBusy(long nowNs, Reservation reservation, boolean isNew, Effects out) {
    if (hedge != null) {
      hedge.nodeIsBusy(reservation);
      if (isNew && list.count() >= hedge.most(tasks.wanted(), tasks.meanTaskNs())) {
        move(nowNs, reservation, out);
        return;
      }
    } else if (isNew) {
      stage.withdraw(reservation, out);
    }
    if (hedge != null || isNew) {
      stage.adjust(nowNs, out);
    }
  }

  /** At the limit, a node that may be idle is worth more than one that is busy. */
  private void move(long nowNs, Reservation reservation, Effects out) {
    var view = stage.eligible();
    var barred = openNodes.barred(nowNs, view);
    int node = sampler.drawIdle(nowNs, view, tasks.spec().resources(), barred);
    if (node >= 0) {
      stage.withdraw(reservation, out);
      reserve(nowNs, node, out);
    }
  }

  /** Sends more while those sent are at busy nodes; false at a limit of the placer. */
  private boolean topUp(long nowNs, Hedge hedge, int wanted, Effects out) {
    int most = hedge.most(wanted, tasks.meanTaskNs());
    int needed = sampler.drawsFor(wanted);
    if (list.count() >= most || usable() - hedge.busy() >= needed) {
      return true;
    }
    var view = stage.eligible();
    var barred = openNodes.barred(nowNs, view);
    if (hedge.mustDraw(view, most)) {
      var need = tasks.spec().resources();
      hedge.draw(nowNs, view, need, withoutDrawn(barred), most - list.count(), most);
    }
    while (list.count() < most && usable() - hedge.busy() < needed) {
      int node = hedge.next(nowNs);
      if (node < 0) {
        return true;
      }
      boolean will = view.find(node) >= 0 && !nodes.isAvoided(node) && !barred.test(node);
      if (will && !(stage.isBelowLimit() && reserve(nowNs, node, out))) {
        return false;
      }
    }
    return true;
  }

  private IntPredicate withoutDrawn(IntPredicate barred) {
    var drawn = new LongSet();
    for (var one = list.first(); one != null; one = list.after(one)) {
      drawn.add(one.node());
    }
    return node -> drawn.contains(node) || barred.test(node);
  }
}
