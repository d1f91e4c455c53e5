package dev.muster.core.plan;

import dev.muster.core.event.Wake;
import dev.muster.core.flat.IntList;
import dev.muster.core.loop.Effects;
import dev.muster.core.place.Policy;
import dev.muster.core.place.View;

/**
 * Late binding where tasks prefer nodes: each has reservations of its own at nodes that it prefers,
 * and those that are free share reservations anywhere.
 *
 * <p>Whoever has its turn gets a task that may run there. So a reservation whose task went
 * elsewhere serves the next that prefers the same node, and is withdrawn when there is none.
 */
final class PreferredReservations {

  /** A {@link Wake} with this token and more is about the patience of the job of that number. */
  static final long FIRST_PATIENCE = 1;

  private final Policy policy;
  private final Reservations reservations;
  private final PreferredNodes preferred;
  private final IntList chosen = new IntList();

  PreferredReservations(Policy policy, Reservations reservations) {
    this.policy = policy;
    this.reservations = reservations;
    this.preferred = new PreferredNodes(policy);
  }

  void topUp(
      long nowNs, JobManager job, StagePlan stage, Preferences all, int wanted, Effects out) {
    var part = stage.part(reservations.view());
    all.probes.see(part);
    all.widen(nowNs);
    for (int task = all.nextLacking(wanted); task >= 0; task = all.nextLacking(wanted)) {
      if (!probe(nowNs, job, stage, all, part, task, out)) {
        all.probes.lacks(task);
        break;
      }
    }
    share(nowNs, job, stage, all, Math.min(wanted, all.freeWaiting()), out);
    withdrawUseless(stage, all, out);
    wake(job, all, out);
  }

  /** False where a limit is reached: the task is tried again when that may have changed. */
  private boolean probe(
      long nowNs,
      JobManager job,
      StagePlan stage,
      Preferences all,
      View part,
      int task,
      Effects out) {
    if (reservations.limit() <= job.reservations()) {
      return false;
    }
    all.probes.tries(task, nowNs);
    var drawn = preferred.draw(nowNs, stage, all, part, task);
    for (int i = 0; i < drawn.size(); i++) {
      int wish = all.wishes.find(task, drawn.at(i));
      if (!reservations.reserve(nowNs, job, stage, drawn.at(i), wish, out)) {
        return false;
      }
    }
    if (all.probes.out(task) == 0) {
      all.probes.strand(task);
    }
    return true;
  }

  /** Sends out what the free tasks lack. */
  private void share(
      long nowNs, JobManager job, StagePlan stage, Preferences all, int free, Effects out) {
    int lacking = free == 0 ? 0 : policy.drawsFor(free) - all.probes.unclaimed();
    lacking = Math.min(lacking, reservations.limit() - job.reservations());
    if (lacking <= 0) {
      return;
    }
    policy.choose(nowNs, stage.part(reservations.view()), stage.spec.resources(), lacking, chosen);
    for (int i = 0; i < chosen.size(); i++) {
      if (!reservations.reserve(nowNs, job, stage, chosen.at(i), ReservationTable.NONE, out)) {
        return;
      }
    }
  }

  private void withdrawUseless(StagePlan stage, Preferences all, Effects out) {
    for (var list = all.nextUseless(); list != null; list = all.nextUseless()) {
      reservations.withdraw(list, out);
    }
    if (all.freeWaiting() == 0) {
      reservations.withdraw(stage.queued, out);
    }
  }

  void withdrawAll(StagePlan stage, Preferences all, Effects out) {
    if (all.probes.queued() > 0) {
      reservations.withdraw(stage.queued, out);
      for (var list : all.queued()) {
        reservations.withdraw(list, out);
      }
    }
  }

  /** So that patience ends when it should and not at the next beat. */
  static void wake(JobManager job, Preferences all, Effects out) {
    long dueNs = all.probes.nextWakeNs();
    if (dueNs >= 0) {
      out.wake(dueNs, FIRST_PATIENCE + job.job());
    }
  }
}
