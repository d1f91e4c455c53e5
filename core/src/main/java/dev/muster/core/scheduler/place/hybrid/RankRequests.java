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

  private final NodeLoads loads;
  private final RankedNodes ranked;
  private final long everyNs;

  /** How many open stages may have opportunistic tasks. */
  private int mixed;

  private boolean isAsking;
  private boolean wantsRanks;

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
