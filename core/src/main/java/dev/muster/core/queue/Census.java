package dev.muster.core.queue;

import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.Held;
import dev.muster.core.flat.LongMap;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Effects;
import dev.muster.core.loop.Work;
import dev.muster.core.report.Results;
import dev.muster.core.run.Runs;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node has of schedulers that died, and which lives of them it listens to.
 *
 * <p>Once a life has counted what there is of the older ones, nothing of theirs may start here that
 * it was not told of: their reservations without a task are dropped, and messages of theirs that
 * were long under way are not taken.
 */
final class Census {

  private final Queue queue;
  private final Runs runs;
  private final Results results;

  /** The latest life that counted, by the index of its scheduler; made when the first does. */
  private @Nullable LongMap<Integer> lives;

  Census(Queue queue, Runs runs, Results results) {
    this.queue = queue;
    this.runs = runs;
    this.results = results;
  }

  /** Whether a reservation comes from a life after which another has counted. */
  boolean isVoid(Address<SchedulerEvent> scheduler, long reservation) {
    var life = lives == null ? null : lives.find(scheduler.index());
    return life != null && ReservationId.isOlder(reservation, life);
  }

  /**
   * Lets go of what has no task.
   *
   * @return false where a later life has counted already
   */
  boolean take(long nowNs, NodeEvent.Census census, Effects out) {
    int scheduler = census.scheduler().index();
    if (lives == null) {
      lives = new LongMap<>();
    }
    var known = lives.find(scheduler);
    if (known != null && known > census.life()) {
      return false;
    }
    lives.put(scheduler, census.life());
    for (var entry : queue.known()) {
      boolean isOurs = entry.scheduler.index() == scheduler && queue.find(entry.id) != null;
      if (isOurs && entry.work == null && isVoid(entry.scheduler, entry.id)) {
        queue.drop(nowNs, entry, out);
      }
    }
    return true;
  }

  /** All attempts of older lives of this scheduler that wait, run or are owed as results. */
  List<Held> held(Address<SchedulerEvent> scheduler) {
    List<Held> held = new ArrayList<>();
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

  private static Held of(long reservation, Work work) {
    return new Held(reservation, work.job(), work.stage(), work.index(), work.attempt());
  }
}
