package dev.muster.core.node;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which epochs of schedulers the node listens to, and what it holds of those that died.
 *
 * <p>Once an epoch has listed the attempts of the older ones, nothing of theirs may start here that
 * was not on the list: their reservations without a task are dropped, and stale messages of theirs
 * are ignored.
 */
final class KnownEpochs {

  private final KnownTasks known;
  private final Dispatcher dispatcher;
  private final Runs runs;
  private final Results results;

  /** The latest epoch that listed, by the index of its scheduler; made when the first does. */
  private @Nullable LongMap<Integer> latest;

  KnownEpochs(KnownTasks known, Dispatcher dispatcher, Runs runs, Results results) {
    this.known = known;
    this.dispatcher = dispatcher;
    this.runs = runs;
    this.results = results;
  }

  /** Whether a reservation comes from an epoch after which another has listed. */
  boolean isStale(Address<SchedulerEvent> scheduler, long reservation) {
    var epoch = latest == null ? null : latest.find(scheduler.index());
    return epoch != null && ReservationId.isOlder(reservation, epoch);
  }

  /**
   * Drops the reservations of older epochs that have no task.
   *
   * @return false where a later epoch has listed already
   */
  boolean supersede(long nowNs, NodeEvent.ListAttempts query, Effects out) {
    int scheduler = query.scheduler().index();
    if (latest == null) {
      latest = new LongMap<>();
    }
    var listed = latest.find(scheduler);
    if (listed != null && listed > query.epoch()) {
      return false;
    }
    latest.put(scheduler, query.epoch());
    for (var task : known.queued()) {
      boolean hasNoTask = !task.isBound() && !task.isGone();
      if (hasNoTask && isInherited(query.scheduler(), task.scheduler(), task.id())) {
        dispatcher.drop(nowNs, task, out);
      }
    }
    return true;
  }

  /** All attempts of older epochs of this scheduler: bound, running or unacknowledged. */
  List<HeldAttempt> held(Address<SchedulerEvent> scheduler) {
    List<HeldAttempt> held = new ArrayList<>();
    for (var task : known.queued()) {
      if (task.isBound() && isInherited(scheduler, task.scheduler(), task.id())) {
        held.add(attempt(task.id(), task.work(), task.isOpportunistic()));
      }
    }
    for (var run : runs.all()) {
      if (isInherited(scheduler, run.scheduler(), run.id())) {
        held.add(attempt(run.id(), run.work(), run.demand().isOpportunistic()));
      }
    }
    for (var result : results.all()) {
      if (isInherited(scheduler, result.scheduler(), result.id())) {
        held.add(attempt(result.id(), result.work(), false));
      }
    }
    return held;
  }

  private boolean isInherited(
      Address<SchedulerEvent> by, Address<SchedulerEvent> from, long reservation) {
    return by.index() == from.index() && isStale(from, reservation);
  }

  private static HeldAttempt attempt(long reservation, Work work, boolean opportunistic) {
    return new HeldAttempt(
        reservation, work.job(), work.stage(), work.index(), work.attempt(), opportunistic);
  }
}
