package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timer;
import dev.muster.core.scheduler.place.load.NodeLoads;

/** Asks the monitor for loads while stages are open some of whose tasks may be opportunistic. */
final class RankRequests {

  private enum HybridTimer implements Timer {
    /** The monitor is asked again, and stages that found no node try again. */
    RANKS
  }

  /** What the monitor said so many intervals ago is old. */
  static final int OLD_INTERVALS = 2;

  private static final long NEVER = -1;

  private final NodeLoads loads;
  private final RankedNodes ranked;
  private final long everyNs;

  /** How many open stages may have opportunistic tasks. */
  private int mixed;

  private boolean isAsking;
  private boolean wantsRanks;

  /** Since when ranks are awaited; {@link #NEVER} where they are not. */
  private long awaitedSinceNs = NEVER;

  RankRequests(NodeLoads loads, RankedNodes ranked, long everyNs) {
    this.loads = loads;
    this.ranked = ranked;
    this.everyNs = everyNs;
  }

  /**
   * @param isMixed whether some tasks of the stage may be opportunistic
   */
  void opened(boolean isMixed) {
    mixed += isMixed ? 1 : 0;
  }

  void closed(boolean isMixed) {
    mixed -= isMixed ? 1 : 0;
  }

  /** Asks, and again from time to time, unless that goes on already. */
  void ask(long nowNs, Effects out) {
    if (!wantsRanks) {
      wantsRanks = true;
      loads.wantRanks(ranked::reported);
    }
    if (!isAsking && mixed > 0) {
      isAsking = true;
      loads.ask(out);
      out.wake(nowNs + everyNs, HybridTimer.RANKS);
    }
  }

  /**
   * Whether what is known is old, because no stage was open for a while: then nothing is placed by
   * it before the monitor has answered, or an interval is over. Where nothing is known at all
   * nothing is awaited: any node is as good.
   */
  boolean areAwaited(long nowNs) {
    long heardNs = loads.heardNs();
    boolean areOld = heardNs > 0 && nowNs - heardNs > OLD_INTERVALS * everyNs;
    if (!areOld) {
      awaitedSinceNs = NEVER;
    } else if (awaitedSinceNs == NEVER) {
      awaitedSinceNs = nowNs;
    }
    return areOld && nowNs - awaitedSinceNs < everyNs;
  }

  /** Whether ranks were awaited, and are no more. */
  boolean endsWait(long nowNs) {
    return awaitedSinceNs != NEVER && !areAwaited(nowNs);
  }

  /** False where the timer is another's. */
  boolean wake(long nowNs, Timer timer, Effects out) {
    if (timer != HybridTimer.RANKS) {
      return false;
    }
    isAsking = false;
    ask(nowNs, out);
    return true;
  }
}
