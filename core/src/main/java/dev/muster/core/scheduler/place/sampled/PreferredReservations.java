package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.actor.Effects;

/**
 * Late binding where tasks prefer nodes: each has reservations of its own at nodes that it prefers,
 * and those that are free share reservations anywhere.
 *
 * <p>A reservation whose turn has come gets a task that may run there. A reservation whose task
 * went elsewhere passes to another that prefers the same node and lacks one there; where there is
 * none the reservation is withdrawn, so that no wait queue fills up with what nobody needs.
 */
final class PreferredReservations {

  private final SampledStage stage;
  private final PreferringTasks tasks;
  private final NodeSampler sampler;
  private final PreferredNodes preferred;

  PreferredReservations(SampledStage stage, PreferringTasks tasks, NodeSampler sampler) {
    this.stage = stage;
    this.tasks = tasks;
    this.sampler = sampler;
    this.preferred = new PreferredNodes(sampler);
  }

  /** Has as many reservations out as so many tasks need; false at a limit. */
  boolean topUp(long nowNs, int wanted, Effects out) {
    tasks.search.see(stage.eligible(), stage.avoidedSequence());
    passOn(nowNs, out);
    tasks.widen(nowNs);
    boolean enough = reserveEach(nowNs, sampler.drawsFor(wanted), out);
    if (tasks.freeWaiting() == 0) {
      stage.withdrawShared(out);
    } else {
      enough &= stage.topUpShared(nowNs, Math.min(wanted, tasks.freeWaiting()), out);
    }
    return enough;
  }

  /** Reservations of tasks that left pass to others that prefer the node, or are withdrawn. */
  private void passOn(long nowNs, Effects out) {
    for (int preference = tasks.search.nextLeft();
        preference >= 0;
        preference = tasks.search.nextLeft()) {
      var reservation = tasks.search.reservation(preference);
      if (reservation == null) {
        throw new IllegalStateException("a preference without a reservation was left");
      }
      int heir = tasks.heir(preference, sampler.drawsFor(1));
      if (heir >= 0) {
        tasks.searches(tasks.preferences.task(heir), nowNs);
        stage.serve(reservation, heir);
      } else {
        stage.withdraw(reservation, out);
      }
    }
  }

  /** Reserves for more tasks than may start: the nodes of some may be long in answering. */
  private boolean reserveEach(long nowNs, int atMost, Effects out) {
    for (int task = next(atMost); task >= 0; task = next(atMost)) {
      if (!reserve(nowNs, task, out)) {
        return false;
      }
    }
    return stage.isBelowLimit();
  }

  private int next(int atMost) {
    return stage.isBelowLimit() ? tasks.search.nextLacking(atMost) : -1;
  }

  /** False where the table is at its limit; the task comes after the others then. */
  private boolean reserve(long nowNs, int task, Effects out) {
    tasks.searches(task, nowNs);
    var need = stage.tasks().spec().resources();
    var drawn =
        preferred.draw(
            nowNs,
            tasks,
            need,
            stage.eligible(),
            node -> stage.tasks().isBarred(nowNs, task, node),
            task);
    for (int i = 0; i < drawn.size(); i++) {
      int preference = tasks.preferences.find(task, drawn.at(i));
      if (!stage.reserve(nowNs, drawn.at(i), preference, out)) {
        tasks.search.lacks(task);
        return false;
      }
    }
    if (tasks.search.out(task) == 0) {
      tasks.search.strand(task);
    }
    return true;
  }
}
