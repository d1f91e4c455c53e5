package dev.muster.core.node;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Pace;
import dev.muster.model.Resources;
import dev.muster.model.Tier;
import java.util.Comparator;
import java.util.List;

/**
 * Takes room from opportunistic runs when guaranteed ones need it: by ending them, or, where only
 * cpu is short and the node is told so, by letting them stand still until there is some again.
 */
final class Pressure {

  /** How long a run may stand still before it is ended, to be tried elsewhere. */
  static final long MAX_FROZEN_NS = 60_000_000_000L;

  private final Room room;
  private final Runs runs;
  private final boolean freezes;
  private int frozen;

  Pressure(Room room, Runs runs, boolean freezes) {
    this.room = room;
    this.runs = runs;
    this.freezes = freezes;
  }

  /** Takes as much as is promised to others and not there. */
  void relieve(long nowNs, Effects out) {
    List<Run> able = runs.all();
    able.removeIf(run -> !run.demand().isOpportunistic() || run.isEvicted());
    var shortage = room.shortage();
    boolean onlyCpu = shortage.withoutCpu().fitsIn(Resources.NONE);
    if (freezes && onlyCpu) {
      able.removeIf(Run::isFrozen);
    }
    for (var run : Eviction.choose(nowNs, able, shortage)) {
      if (freezes && onlyCpu && !run.isEnding()) {
        freeze(nowNs, run, out);
      } else {
        evict(nowNs, run, out);
      }
    }
  }

  private void evict(long nowNs, Run run, Effects out) {
    room.takeBack(Tier.OPPORTUNISTIC, run.held());
    runs.evict(nowNs, run, out);
  }

  /** It gives its cpu and keeps the rest. */
  private void freeze(long nowNs, Run run, Effects out) {
    var given = cpuOf(run);
    room.takeBack(Tier.OPPORTUNISTIC, given);
    room.ended(given);
    run.freeze(nowNs);
    frozen++;
    out.pace(run.id(), Pace.FROZEN);
  }

  /** Lets those go on that stand still, the oldest first, as far as cpu is idle. */
  void thaw(long nowNs, double share, Effects out) {
    if (frozen == 0) {
      return;
    }
    List<Run> still = still();
    still.sort(Comparator.comparingLong(Run::startedNs).thenComparingLong(Run::id));
    for (var run : still) {
      var wanted = cpuOf(run);
      if (room.hasIdle(wanted, share) && room.reallyFits(wanted)) {
        room.promise(Tier.OPPORTUNISTIC, wanted);
        room.started(wanted);
        frozen--;
        runs.thaw(nowNs, run, out);
        out.pace(run.id(), Pace.LOW);
      }
    }
  }

  private static Resources cpuOf(Run run) {
    return run.need().minus(run.need().withoutCpu());
  }

  /** Ends those that have stood still for so long that another node should try. */
  void endFrozen(long nowNs, Effects out) {
    if (frozen > 0) {
      for (var run : still()) {
        if (run.isFrozenSince(nowNs - MAX_FROZEN_NS)) {
          evict(nowNs, run, out);
        }
      }
    }
  }

  /** Ends all opportunistic runs: the machine goes away. */
  void endAll(long nowNs, Effects out) {
    for (var run : runs.all()) {
      if (run.demand().isOpportunistic() && !run.isEvicted()) {
        evict(nowNs, run, out);
      }
    }
  }

  /** A run is gone. */
  void exited(Run run) {
    frozen -= run.isFrozen() ? 1 : 0;
  }

  private List<Run> still() {
    var still = runs.all();
    still.removeIf(run -> !run.isFrozen() || run.isEvicted());
    return still;
  }

  /** Whether some stand still, and so come before those that have not begun. */
  boolean hasFrozen() {
    return frozen > 0;
  }
}
