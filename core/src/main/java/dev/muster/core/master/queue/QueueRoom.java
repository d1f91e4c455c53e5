package dev.muster.core.master.queue;

import dev.muster.model.Resources;
import dev.muster.model.queue.JobAllowance;
import dev.muster.model.queue.Portions;
import java.util.TreeMap;

/**
 * What jobs may use together, of each queue and of each user there that has a maximum: what is left
 * of the maxima, whatever these jobs do.
 */
final class QueueRoom {

  private final TreeMap<String, Resources> ofQueues = new TreeMap<>();
  private final TreeMap<String, TreeMap<String, Resources>> ofUsers = new TreeMap<>();

  /** The job may use this from now on. */
  void take(QueuedJob job, JobAllowance allowed) {
    for (var queue : job.queue().toRoot()) {
      if (!queue.spec().share().max().isNone()) {
        ofQueues.merge(queue.path(), allowed.most(), QueueRoom::sum);
      }
      if (!ofUser(queue).isNone()) {
        ofUsers
            .computeIfAbsent(queue.path(), _ -> new TreeMap<>())
            .merge(job.spec().user(), allowed.most(), QueueRoom::sum);
      }
    }
  }

  private static Portions ofUser(OpenQueue queue) {
    return queue.spec().limits().ofUser().most();
  }

  /** What one more job may use. */
  Resources room(QueuedJob job, Resources cell) {
    var room = Portions.NONE.atMost(cell);
    for (var queue : job.queue().toRoot()) {
      var max = queue.spec().share().max();
      if (!max.isNone()) {
        room = room.min(left(max, cell, ofQueues.getOrDefault(queue.path(), Resources.NONE)));
      }
      var taken = ofUsers.getOrDefault(queue.path(), new TreeMap<>());
      if (!ofUser(queue).isNone()) {
        var own = taken.getOrDefault(job.spec().user(), Resources.NONE);
        room = room.min(left(ofUser(queue), cell, own));
      }
    }
    return room;
  }

  /** Of resources that the maximum does not name there is any amount. */
  private static Resources left(Portions max, Resources cell, Resources taken) {
    var most = max.atMost(cell);
    var left = most.minus(taken).max(Resources.NONE);
    return new Resources(
        any(most.cpuMillis(), left.cpuMillis()),
        any(most.memoryBytes(), left.memoryBytes()),
        Resources.each(most.named(), left.named(), QueueRoom::any));
  }

  private static long any(long most, long left) {
    return most == Long.MAX_VALUE ? most : left;
  }

  /** The largest number where that would overflow. */
  private static Resources sum(Resources one, Resources other) {
    return new Resources(
        sum(one.cpuMillis(), other.cpuMillis()),
        sum(one.memoryBytes(), other.memoryBytes()),
        Resources.each(one.named(), other.named(), QueueRoom::sum));
  }

  private static long sum(long one, long other) {
    return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
  }
}
