package dev.muster.core.scheduler.place.partitioned;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timer;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.scheduler.place.commit.Refresh;
import dev.muster.core.scheduler.place.commit.Replica;
import java.util.List;
import java.util.stream.IntStream;

/**
 * ParSync's way to keep a replica fresh: part by part, at times that all schedulers have in common,
 * and no two schedulers the same part at a time, unless one has lent its turns.
 *
 * <p>The refreshes go on for as long as there are partitioned stages to place, and a little longer.
 */
final class ReplicaRefresh {

  /** The refreshes go on for so many gaps without a stage to place. */
  private static final int IDLE_GAPS = 4;

  private enum RefreshTimer implements Timer {
    /** A part of the replica is due to be refreshed. */
    REFRESH
  }

  /**
   * Whether the replica is being refreshed.
   *
   * <pre>
   *   STOPPED --a stage enters--> STALE --a delta of all partitions--> FRESH
   *      ^                          | no stage for some gaps             |
   *      +--------------------------+------------------------------------+
   * </pre>
   */
  enum RefreshState implements Lifecycle.State<RefreshState> {
    STOPPED,
    /** Some partitions may be as old as the last stop. */
    STALE,
    /** No partition is older than the last stop, so that decisions need no other delta. */
    FRESH;

    @Override
    public boolean mayBecome(RefreshState next) {
      return switch (this) {
        case STOPPED -> next == STALE;
        case STALE -> next != STALE;
        case FRESH -> next == STOPPED;
      };
    }
  }

  private final Address<SchedulerEvent> self;
  private final Address<MasterEvent> master;
  private final Refresh config;
  private final Replica replica;
  private final Lifecycle<RefreshState> lifecycle = new Lifecycle<>(RefreshState.class);
  private RefreshState state = RefreshState.STOPPED;
  private List<Integer> lenders = List.of();
  private int stages;
  private long lastStep;
  private long idleSinceNs;

  ReplicaRefresh(
      Address<SchedulerEvent> self, Address<MasterEvent> master, Refresh config, Replica replica) {
    this.self = self;
    this.master = master;
    this.config = config;
    this.replica = replica;
  }

  Lifecycle<?> lifecycle() {
    return lifecycle;
  }

  private void become(RefreshState next) {
    state = lifecycle.change(state, next);
  }

  /** A stage wants tasks placed. */
  void enter(long nowNs, Effects out) {
    stages++;
    if (state == RefreshState.STOPPED) {
      become(RefreshState.STALE);
      lastStep = Math.floorDiv(nowNs, config.stepNs());
      setTimer(nowNs, out);
    }
  }

  /** A stage wants nothing any more. */
  void leave(long nowNs) {
    stages--;
    idleSinceNs = nowNs;
  }

  boolean isFresh() {
    return state == RefreshState.FRESH;
  }

  /** All partitions were refreshed at once. */
  void refreshedAll() {
    if (state == RefreshState.STALE) {
      become(RefreshState.FRESH);
    }
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
      become(RefreshState.STOPPED);
      return;
    }
    setTimer(nowNs, out);
    var due = due(nowNs);
    if (!due.isEmpty() || replica.partitions() == 0) {
      out.send(master, new GetCellDelta(self, due, replica.versions(due), stages));
    }
  }

  /** A scheduler that was busy when a step was due makes up for that step, within one gap. */
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

  /** These schedulers have nothing to place, and this one has the most: it has their turns. */
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
