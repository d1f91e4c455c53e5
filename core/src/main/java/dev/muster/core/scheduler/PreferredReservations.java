package dev.muster.core.scheduler;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.Policy;

/**
 * Late binding where tasks prefer nodes: each has reservations of its own at nodes that it prefers,
 * and those that are free share reservations anywhere.
 *
 * <p>Whoever has its turn gets a task that may run there. A reservation whose task went elsewhere
 * passes to another that prefers the same node and lacks one there; where there is none it is
 * withdrawn, so that no line fills up with what nobody needs.
 */
final class PreferredReservations {

  private final Policy policy;
  private final Reservations reservations;
  private final PreferredNodes preferred;
  private final IntList chosen = new IntList();

  PreferredReservations(Policy policy, Reservations reservations) {
    this.policy = policy;
    this.reservations = reservations;
    this.preferred = new PreferredNodes(policy);
  }

  void topUp(long nowNs, JobManager job, StagePlan stage, int wanted, Effects out) {
    var all = stage.preferring();
    all.see(stage.part(reservations.view()));
    passOn(nowNs, all, out);
    all.widen(nowNs);
    reserveEach(nowNs, job, stage, policy.drawsFor(wanted), out);
    if (all.freeWaiting() == 0) {
      reservations.withdraw(stage.queued, out);
    } else {
      share(nowNs, job, stage, Math.min(wanted, all.freeWaiting()), out);
    }
    wake(all, out);
  }

  /** What tasks have left behind goes to others that want to run there, or back. */
  private void passOn(long nowNs, PreferringTasks all, Effects out) {
    for (int preference = all.nextLeft(); preference >= 0; preference = all.nextLeft()) {
      int slot = all.slot(preference);
      int heir = all.heir(preference, policy.drawsFor(1));
      if (heir >= 0) {
        all.tries(all.preferences.task(heir), nowNs);
        reservations.table.serve(slot, heir);
      } else {
        reservations.withdraw(slot, out);
      }
    }
  }

  /** More tasks than may start are tried, for the nodes of some may be long in answering. */
  private void reserveEach(long nowNs, JobManager job, StagePlan stage, int atMost, Effects out) {
    boolean more = true;
    while (more && job.reservations() < reservations.limit()) {
      int task = stage.preferring().nextLacking(atMost);
      more = task >= 0 && reserve(nowNs, job, stage, task, out);
    }
  }

  /** False where the table is at its limit; the task is tried again when others have been. */
  private boolean reserve(long nowNs, JobManager job, StagePlan stage, int task, Effects out) {
    var all = stage.preferring();
    all.tries(task, nowNs);
    var drawn = preferred.draw(nowNs, stage, stage.part(reservations.view()), task);
    for (int i = 0; i < drawn.size(); i++) {
      int preference = all.preferences.find(task, drawn.at(i));
      if (!reservations.reserve(nowNs, job, stage, drawn.at(i), preference, out)) {
        all.lacks(task);
        return false;
      }
    }
    if (all.out(task) == 0) {
      all.strand(task);
    }
    return true;
  }

  /** Sends out what the free tasks lack. */
  private void share(long nowNs, JobManager job, StagePlan stage, int free, Effects out) {
    int lacking = policy.drawsFor(free) - stage.queued.count;
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

  /** So that patience ends when it should and not at the next beat. */
  static void wake(PreferringTasks all, Effects out) {
    long dueNs = all.nextWakeNs();
    if (dueNs >= 0) {
      out.wake(dueNs, SchedulerTimer.PATIENCE);
    }
  }
}
