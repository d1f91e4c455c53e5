package dev.muster.core.scheduler.place.partitioned;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timer;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.scheduler.place.commit.OptimisticReplica;
import dev.muster.core.scheduler.place.commit.Refresh;
import java.util.List;
import java.util.stream.IntStream;

/**
 * ParSync's way to keep a replica fresh: part by part, at times that all schedulers have in common,
 * and no two schedulers the same part at a time, unless one has lent its turns.
 *
 * <p>It goes on for as long as there are partitioned stages to place, and a little longer.
 */
final class ReplicaRefresh {

  /** For so many gaps without a stage to place it goes on. */
  private static final int IDLE_GAPS = 4;

  private enum RefreshTimer implements Timer {
    /** A part of the replica is due to be refreshed. */
    REFRESH
  }

  private final Address<SchedulerEvent> self;
  private final Address<MasterEvent> master;
  private final Refresh config;
  private final OptimisticReplica replica;
  private List<Integer> lenders = List.of();
  private int stages;
  private boolean ticking;
  private boolean fresh;
  private long lastStep;
  private long idleSinceNs;

  ReplicaRefresh(
      Address<SchedulerEvent> self,
      Address<MasterEvent> master,
      Refresh config,
      OptimisticReplica replica) {
    this.self = self;
    this.master = master;
    this.config = config;
    this.replica = replica;
  }

  /** A stage wants tasks placed. */
  void enter(long nowNs, Effects out) {
    stages++;
    if (!ticking) {
      ticking = true;
      lastStep = Math.floorDiv(nowNs, config.stepNs());
      setTimer(nowNs, out);
    }
  }

  /** A stage wants nothing any more. */
  void leave(long nowNs) {
    stages--;
    idleSinceNs = nowNs;
  }

  /**
   * Whether all of the replica was heard of since the ticking began, so that it is fresh enough.
   */
  boolean isFresh() {
    return fresh;
  }

  /** All of the replica was heard of. */
  void refreshedAll() {
    fresh = ticking;
  }

  boolean wake(long nowNs, Timer timer, Effects out) {
    if (timer != RefreshTimer.REFRESH) {
      return false;
    }
    tick(nowNs, out);
    return true;
  }

  private void tick(long nowNs, Effects out) {
    if (stages == 0 && nowNs - idleSinceNs >= IDLE_GAPS * config.gapNs()) {
      ticking = false;
      fresh = false;
      return;
    }
    setTimer(nowNs, out);
    var due = due(nowNs);
    if (!due.isEmpty() || replica.partitions() == 0) {
      out.send(master, new GetCellDelta(self, due, replica.versions(due), stages));
    }
  }

  /** Who was busy when a step was due makes up for it, but for no more than a gap. */
  private List<Integer> due(long nowNs) {
    long step = Math.floorDiv(nowNs, config.stepNs());
    long first = Math.max(lastStep + 1, step - config.schedulers() + 1);
    lastStep = step;
    int partitions = replica.partitions();
    return IntStream.range(0, partitions)
        .filter(each -> isDue(first, step, each, partitions))
        .boxed()
        .toList();
  }

  private boolean isDue(long first, long last, int partition, int partitions) {
    for (long step = first; step <= last; step++) {
      if (isDue(step, partition, partitions)) {
        return true;
      }
    }
    return false;
  }

  private boolean isDue(long step, int partition, int partitions) {
    return config.isDue(step, self.index(), partition, partitions)
        || lenders.stream().anyMatch(each -> config.isDue(step, each, partition, partitions));
  }

  /** These schedulers have nothing to place, and this one has the most: their turns are ours. */
  void borrow(List<Integer> from) {
    lenders = config.handsOver() ? from : List.of();
  }

  /** How many stages wait. */
  int stages() {
    return stages;
  }

  private void setTimer(long nowNs, Effects out) {
    long step = Math.floorDiv(nowNs, config.stepNs()) + 1;
    out.wake(step * config.stepNs(), RefreshTimer.REFRESH);
  }
}
