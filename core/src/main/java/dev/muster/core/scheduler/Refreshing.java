package dev.muster.core.scheduler;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.SchedulerEvent;
import java.util.List;
import java.util.stream.IntStream;

/**
 * ParSync's way to keep a copy fresh: part by part, at times that all schedulers have in common,
 * and no two schedulers the same part at a time, unless one has lent its turns.
 *
 * <p>It goes on for as long as there are partitioned stages to place, and a little longer.
 */
final class Refreshing {

  /** For so many gaps without a stage to place it goes on. */
  private static final int IDLE_GAPS = 4;

  private final Address<SchedulerEvent> self;
  private final Address<MasterEvent> master;
  private final Refresh config;
  private final LiveCopy copy;
  private List<Integer> lenders = List.of();
  private int stages;
  private boolean ticking;
  private boolean fresh;
  private long lastStep;
  private long idleSinceNs;

  Refreshing(
      Address<SchedulerEvent> self, Address<MasterEvent> master, Refresh config, LiveCopy copy) {
    this.self = self;
    this.master = master;
    this.config = config;
    this.copy = copy;
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

  /** Whether all of the copy was heard of since the ticking began, so that it is fresh enough. */
  boolean isFresh() {
    return fresh;
  }

  /** All of the copy was heard of. */
  void heardAll() {
    fresh = ticking;
  }

  void tick(long nowNs, Effects out) {
    if (stages == 0 && nowNs - idleSinceNs >= IDLE_GAPS * config.gapNs()) {
      ticking = false;
      fresh = false;
      return;
    }
    setTimer(nowNs, out);
    var due = due(nowNs);
    if (!due.isEmpty() || copy.partitions() == 0) {
      out.send(master, new GetCellDelta(self, due, copy.versions(due), stages));
    }
  }

  /** Who was busy when a step was due makes up for it, but for no more than a gap. */
  private List<Integer> due(long nowNs) {
    long step = Math.floorDiv(nowNs, config.stepNs());
    long first = Math.max(lastStep + 1, step - config.schedulers() + 1);
    lastStep = step;
    int partitions = copy.partitions();
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
    out.wake(step * config.stepNs(), SchedulerTimer.REFRESH_REPLICA);
  }
}
