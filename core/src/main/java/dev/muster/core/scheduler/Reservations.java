package dev.muster.core.scheduler;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.scheduler.place.Policy;
import dev.muster.core.scheduler.place.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps as many reservations out as the waiting tasks need, and knows what became of each. */
final class Reservations {

  /** A job has at most the larger of these waiting at nodes; more follow as they are used. */
  static final int OUT_PER_JOB = 1_024;

  static final int OUT_PER_NODE = 4;

  /** How many reservations one question to a node may name. */
  static final int CONFIRM_BATCH = 1_000;

  private final Address<SchedulerEvent> self;
  private final Timing timing;
  private final Policy policy;
  private final IntList chosen = new IntList();
  private final PreferredReservations preferred;
  final ReservationTable table;
  final Silence silence = new Silence();
  private View view = View.EMPTY;

  Reservations(int scheduler, int epoch, Timing timing, Policy policy) {
    this.self = SchedulerEvent.at(scheduler);
    this.timing = timing;
    this.policy = policy;
    this.preferred = new PreferredReservations(policy, this);
    this.table = new ReservationTable(scheduler, epoch);
  }

  void see(View newer) {
    view = newer;
  }

  View view() {
    return view;
  }

  /** How much a job may have out at nodes. */
  int limit() {
    return Math.max(OUT_PER_JOB, OUT_PER_NODE * view.size());
  }

  /** Sends out what the stage's waiting tasks lack, and takes back what none waits for. */
  void adjust(long nowNs, JobManager job, StagePlan stage, Effects out) {
    int wanted = job.wanted(stage);
    if (wanted <= 0) {
      withdraw(stage, out);
    } else if (stage.preferring == null) {
      topUp(nowNs, job, stage, wanted, out);
    } else {
      preferred.topUp(nowNs, job, stage, wanted, out);
    }
  }

  private void topUp(long nowNs, JobManager job, StagePlan stage, int wanted, Effects out) {
    int lacking = policy.drawsFor(wanted) - stage.queued.count;
    lacking = Math.min(lacking, limit() - job.reservations());
    if (lacking <= 0) {
      return;
    }
    policy.choose(nowNs, stage.part(view), stage.spec.resources(), lacking, chosen);
    for (int i = 0; i < chosen.size(); i++) {
      if (!reserve(nowNs, job, stage, chosen.at(i), ReservationTable.NONE, out)) {
        return;
      }
    }
  }

  /** Where nodes that were given a task are to have the next one of the stage as well. */
  void stick(long nowNs, JobManager job, StagePlan stage, int onNode, Effects out) {
    boolean sticks = policy.extras().sticky() && stage.preferring == null;
    if (sticks && job.wanted(stage) > 0 && job.reservations() < limit()) {
      reserve(nowNs, job, stage, onNode, ReservationTable.NONE, out);
    }
  }

  /** Takes this one back, to try another node. */
  void withdraw(int slot, Effects out) {
    out.send(NodeEvent.at(table.node(slot)), new NodeEvent.WithdrawReservation(table.id(slot)));
    table.remove(slot);
  }

  /** Sends one out; false where the table is at its limit, and the next beat tries again. */
  boolean reserve(
      long nowNs, JobManager job, StagePlan stage, int onNode, int preference, Effects out) {
    int slot = table.add(job, stage, onNode, preference, nowNs);
    if (slot == ReservationTable.NONE) {
      return false;
    }
    out.send(
        NodeEvent.at(onNode), new NodeEvent.EnqueueReservation(self, table.id(slot), stage.demand));
    return true;
  }

  /** Takes back what still waits in the queues of nodes for this stage. */
  private void withdraw(StagePlan stage, Effects out) {
    withdraw(stage.queued, out);
    if (stage.preferring != null) {
      withdraw(stage.preferring.preferred, out);
    }
  }

  void withdraw(ReservationList list, Effects out) {
    while (list.first != ReservationTable.NONE) {
      withdraw(list.first, out);
    }
  }

  /** Ends every attempt of the job that is under way and takes back the rest. */
  void endAll(long nowNs, JobManager job, Effects out) {
    for (int index = 0; index < job.stageCount(); index++) {
      var stage = job.stage(index);
      withdraw(stage, out);
      for (int slot = stage.bound.first, next; slot >= 0; slot = next) {
        next = table.next(slot);
        if (!table.isKilling(slot)) {
          end(nowNs, slot, out);
        }
      }
    }
  }

  /** Ends the attempts of one task that is done already. */
  void endTwins(long nowNs, StagePlan stage, int task, Effects out) {
    for (int slot = stage.bound.first, next; slot >= 0; slot = next) {
      next = table.next(slot);
      if (table.task(slot) == task) {
        end(nowNs, slot, out);
      }
    }
  }

  /** Ends an attempt; one that the cell has not said yes to is over at once. */
  void end(long nowNs, int slot, Effects out) {
    if (table.isProposed(slot)) {
      table.job(slot).untake(table.plan(slot), table.task(slot));
      table.remove(slot);
    } else {
      kill(nowNs, slot, out);
    }
  }

  private void kill(long nowNs, int slot, Effects out) {
    table.markKilling(slot);
    out.send(NodeEvent.at(table.node(slot)), new NodeEvent.KillTask(self, nowNs, table.id(slot)));
  }

  /**
   * Asks nodes about reservations that have been silent for long. What counts is how often a node
   * was asked in vain, not how long it was silent: it may be us who slept.
   *
   * @return those about which was asked often enough
   */
  List<Long> confirm(long nowNs, Effects out) {
    List<Long> silent = new ArrayList<>();
    Map<Integer, List<Long>> questions = new TreeMap<>();
    for (int slot = 0; slot < table.end(); slot++) {
      if (!table.isOut(slot) || table.isProposed(slot)) {
        continue;
      }
      if (nowNs - table.heardNs(slot) >= timing.confirmAfterNs()) {
        if (table.asked(slot) > timing.confirmsAtMost()) {
          silent.add(table.id(slot));
          silence.note(nowNs, table.node(slot));
          continue;
        }
        questions.computeIfAbsent(table.node(slot), _ -> new ArrayList<>()).add(table.id(slot));
      }
      if (table.isKilling(slot)) {
        kill(nowNs, slot, out);
      }
    }
    questions.forEach((node, ids) -> ask(nowNs, node, ids, out));
    return silent;
  }

  private void ask(long nowNs, int node, List<Long> ids, Effects out) {
    for (int from = 0; from < ids.size(); from += CONFIRM_BATCH) {
      var batch = List.copyOf(ids.subList(from, Math.min(ids.size(), from + CONFIRM_BATCH)));
      out.send(NodeEvent.at(node), new NodeEvent.ConfirmReservations(self, nowNs, batch));
    }
  }

  /**
   * Hears what a node holds. What it does not know is meant only if it was bound before the node
   * was asked.
   *
   * @return those that are lost
   */
  List<Long> confirmed(long nowNs, ReservationsConfirmed confirmed) {
    silence.heard(confirmed.node());
    for (long reservation : confirmed.held()) {
      int slot = table.find(reservation);
      if (slot != ReservationTable.NONE) {
        table.heard(slot, nowNs);
      }
    }
    List<Long> lost = new ArrayList<>(confirmed.unknown());
    lost.removeIf(reservation -> !isOutSince(reservation, confirmed.askedNs()));
    return lost;
  }

  private boolean isOutSince(long reservation, long askedNs) {
    int slot = table.find(reservation);
    return slot != ReservationTable.NONE
        && (!table.isBound(slot) || table.boundNs(slot) <= askedNs);
  }
}
