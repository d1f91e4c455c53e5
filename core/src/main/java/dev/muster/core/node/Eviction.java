package dev.muster.core.node;

import dev.muster.core.actor.Effects;
import dev.muster.core.node.resource.ResourceLedger;
import dev.muster.core.node.resource.SpareShare;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Takes resources from opportunistic runs when guaranteed tasks need them: by ending the runs that
 * lose the least work, or, where only cpu is short and the node is configured so, by freezing them
 * until cpu is spare again.
 */
final class Eviction {

  /** How long a run may be frozen before it is evicted, to be tried elsewhere. */
  static final long MAX_FROZEN_NS = 60_000_000_000L;

  private final ResourceLedger ledger;
  private final Runs runs;
  private final boolean freezes;
  private boolean lacksMemory;

  Eviction(ResourceLedger ledger, Runs runs, boolean freezes) {
    this.ledger = ledger;
    this.runs = runs;
    this.freezes = freezes;
  }

  /** Takes as much as is reserved beyond the capacity. */
  void reclaim(long nowNs, Effects out) {
    var evictable = evictable();
    var shortage = ledger.shortage();
    boolean onlyCpu = shortage.withoutCpu().fitsIn(Resources.NONE);
    if (freezes && onlyCpu) {
      evictable.removeIf(run -> run.allocation().isPaused());
    }
    for (var run : choose(nowNs, evictable, shortage)) {
      if (freezes && onlyCpu && !run.isEnding()) {
        ledger.pause(run.allocation());
        runs.freeze(nowNs, run, out);
      } else {
        evict(nowNs, run, out);
      }
    }
  }

  private void evict(long nowNs, Run run, Effects out) {
    ledger.revoke(run.allocation());
    runs.evict(nowNs, run, out);
  }

  /** Lets frozen runs go on, the oldest first, as far as cpu is spare. */
  void thaw(long nowNs, SpareShare share, Effects out) {
    var paused = paused();
    paused.sort(Comparator.comparingLong(Run::startedNs).thenComparingLong(Run::id));
    for (var run : paused) {
      if (ledger.resume(run.allocation(), share)) {
        runs.thaw(nowNs, run, out);
      }
    }
  }

  /** Evicts runs that were frozen for so long that another node should try. */
  void evictFrozen(long nowNs, Effects out) {
    if (runs.hasFrozen()) {
      for (var run : paused()) {
        if (nowNs - run.frozenNs >= MAX_FROZEN_NS) {
          evict(nowNs, run, out);
        }
      }
    }
  }

  /** Evicts all opportunistic runs: the machine goes away. */
  void evictAll(long nowNs, Effects out) {
    for (var run : evictable()) {
      evict(nowNs, run, out);
    }
  }

  /**
   * Evicts the runs that lose the least work until so much memory is released, with what runs
   * release that are evicted already; asked again for as long as the machine lacks memory.
   */
  void relieve(long nowNs, long bytes, Effects out) {
    lacksMemory = bytes > 0;
    if (!lacksMemory) {
      return;
    }
    long missing = bytes;
    for (var run : runs.all()) {
      missing -= run.allocation().isRevoked() ? run.need().memoryBytes() : 0;
    }
    for (var run : choose(nowNs, evictable(), new Resources(0, missing))) {
      evict(nowNs, run, out);
    }
  }

  /** Whether the machine has too little memory for opportunistic tasks to start. */
  boolean lacksMemory() {
    return lacksMemory;
  }

  private List<Run> evictable() {
    var evictable = runs.all();
    evictable.removeIf(run -> !run.isEvictable());
    return evictable;
  }

  private List<Run> paused() {
    var paused = runs.all();
    paused.removeIf(run -> !run.allocation().isPaused());
    return paused;
  }

  // The choice.

  /**
   * Those that lose the least work, and no more than needed.
   *
   * @param evictable opportunistic runs whose allocations are not revoked
   * @param shortage how much must be released of each resource; nothing where not positive
   */
  private static List<Run> choose(long nowNs, List<Run> evictable, Resources shortage) {
    List<Run> byLoss = new ArrayList<>(evictable);
    byLoss.sort(
        Comparator.<Run>comparingLong(run -> lostWork(nowNs, run)).thenComparingLong(Run::id));
    List<Run> chosen = new ArrayList<>();
    Resources released = Resources.NONE;
    for (var run : byLoss) {
      if (shortage.fitsIn(released)) {
        break;
      }
      chosen.add(run);
      released = released.plus(run.allocation().inUse());
    }
    spare(chosen, released, shortage);
    return chosen;
  }

  /** Spares those that lose most, where the others suffice. */
  private static void spare(List<Run> chosen, Resources releasedByAll, Resources shortage) {
    Resources released = releasedByAll;
    for (int i = chosen.size() - 1; i >= 0; i--) {
      var without = released.minus(chosen.get(i).allocation().inUse());
      if (shortage.fitsIn(without)) {
        released = without;
        chosen.remove(i);
      }
    }
  }

  /** Core-time that would be spent in vain; nothing more where the run is ending anyway. */
  private static long lostWork(long nowNs, Run run) {
    return run.isEnding() ? 0 : (nowNs - run.startedNs()) / 1_000 * run.need().cpuMillis();
  }
}
