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
 * What a node has of schedulers that died, and which lives of them it listens to.
 *
 * <p>Once an epoch has counted what there is of the older ones, nothing of theirs may start here
 * that it was not told of: their reservations without a task are dropped, and messages of theirs
 * that were long under way are not taken.
 */
final class Census {

  private final Queue queue;
  private final Runs runs;
  private final Results results;

  /** The latest epoch that counted, by the index of its scheduler; made when the first does. */
  private @Nullable LongMap<Integer> epochs;

  Census(Queue queue, Runs runs, Results results) {
    this.queue = queue;
    this.runs = runs;
    this.results = results;
  }

  /** Whether a reservation comes from an epoch after which another has counted. */
  boolean isVoid(Address<SchedulerEvent> scheduler, long reservation) {
    var epoch = epochs == null ? null : epochs.find(scheduler.index());
    return epoch != null && ReservationId.isOlder(reservation, epoch);
  }

  /**
   * Lets go of what has no task.
   *
   * @return false where a later epoch has counted already
   */
  boolean take(long nowNs, NodeEvent.ListAttempts census, Effects out) {
    int scheduler = census.scheduler().index();
    if (epochs == null) {
      epochs = new LongMap<>();
    }
    var known = epochs.find(scheduler);
    if (known != null && known > census.epoch()) {
      return false;
    }
    epochs.put(scheduler, census.epoch());
    for (var entry : queue.known()) {
      boolean isOurs = entry.scheduler.index() == scheduler && queue.find(entry.id) != null;
      if (isOurs && entry.work == null && isVoid(entry.scheduler, entry.id)) {
        queue.drop(nowNs, entry, out);
      }
    }
    return true;
  }

  /** All attempts of older epochs of this scheduler that wait, run or are owed as results. */
  List<HeldAttempt> held(Address<SchedulerEvent> scheduler) {
    List<HeldAttempt> held = new ArrayList<>();
    for (var entry : queue.known()) {
      if (entry.work != null && isInherited(scheduler, entry.scheduler, entry.id)) {
        held.add(of(entry.id, entry.work));
      }
    }
    for (var run : runs.all()) {
      if (isInherited(scheduler, run.scheduler(), run.id())) {
        held.add(of(run.id(), run.work()));
      }
    }
    for (var owed : results.all()) {
      if (isInherited(scheduler, owed.scheduler(), owed.reservation())) {
        held.add(of(owed.reservation(), owed.work()));
      }
    }
    return held;
  }

  private boolean isInherited(
      Address<SchedulerEvent> by, Address<SchedulerEvent> from, long reservation) {
    return by.index() == from.index() && isVoid(from, reservation);
  }

  private static HeldAttempt of(long reservation, Work work) {
    return new HeldAttempt(reservation, work.job(), work.stage(), work.index(), work.attempt());
  }
}
