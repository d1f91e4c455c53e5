package dev.muster.core.queue;

import dev.muster.core.flat.LongMap;
import dev.muster.core.loop.Effects;
import dev.muster.core.run.Run;
import dev.muster.core.run.Runs;
import dev.muster.model.Outcome;
import dev.muster.model.Tier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that has room on the machine: entries that hold it while they ask for their task or wait
 * until evicted ones have ended, and runs.
 *
 * <p>A guaranteed entry that comes here gets its room promised at once, and opportunistic ones give
 * way; it starts when there is really room, so that the machine never has more than it can bear.
 */
final class Floor {

  private final Room room;
  private final Runs runs;
  private final LongMap<Entry> held = new LongMap<>();

  Floor(Room room, Runs runs) {
    this.room = room;
    this.runs = runs;
  }

  /**
   * Lets an entry in whose turn has come.
   *
   * @return opportunistic entries that had not started and had to give way
   */
  List<Entry> admit(long nowNs, Entry entry, Effects out) {
    entry.holdsRoom = true;
    held.put(entry.id, entry);
    room.promise(entry.demand.tier(), entry.need());
    var dropped = room.mustEvict() ? makeRoom(nowNs, out) : List.<Entry>of();
    if (entry.work != null) {
      startReady(nowNs, out);
    }
    return dropped;
  }

  /**
   * Takes room from opportunistic ones until what is promised fits: first from those not started.
   */
  List<Entry> makeRoom(long nowNs, Effects out) {
    List<Entry> dropped = new ArrayList<>();
    for (var entry : held.values()) {
      if (room.mustEvict() && entry.demand.isOpportunistic()) {
        drop(entry);
        dropped.add(entry);
      }
    }
    if (room.mustEvict()) {
      evict(nowNs, out);
    }
    return dropped;
  }

  private void evict(long nowNs, Effects out) {
    List<Run> able = new ArrayList<>();
    for (var run : runs.all()) {
      if (run.demand().isOpportunistic() && !run.isEnding()) {
        able.add(run);
      }
    }
    for (var run : Eviction.choose(nowNs, able, room.shortage())) {
      room.takeBack(Tier.OPPORTUNISTIC, run.need());
      runs.evict(run, out);
    }
  }

  /** Starts those that have their task, oldest first, as far as there is really room. */
  void startReady(long nowNs, Effects out) {
    if (held.isEmpty()) {
      return;
    }
    var entries = held.values();
    entries.sort(Comparator.comparingLong(entry -> entry.arrival));
    for (var entry : entries) {
      if (entry.work != null && room.reallyFits(entry.need())) {
        held.remove(entry.id);
        room.started(entry.need());
        runs.start(nowNs, new Run(entry.id, entry.scheduler, entry.demand, entry.work, nowNs), out);
      }
    }
  }

  /** The entry holds room no longer. */
  void drop(Entry entry) {
    held.remove(entry.id);
    entry.holdsRoom = false;
    room.takeBack(entry.demand.tier(), entry.need());
  }

  /** The run's process is gone; null where there was none. */
  @Nullable Run exited(long id) {
    var run = runs.remove(id);
    if (run != null) {
      room.ended(run.need());
      if (!run.isEvicted()) {
        room.takeBack(run.demand().tier(), run.need());
      }
    }
    return run;
  }

  /** Makes what is opportunistic here guaranteed, where that breaks no promise. */
  boolean promote(long id) {
    var run = runs.find(id);
    if (run == null || run.isEnding()) {
      return false;
    }
    if (run.demand().isOpportunistic()) {
      if (!room.canGuarantee(run.need())) {
        return false;
      }
      room.takeBack(Tier.OPPORTUNISTIC, run.need());
      room.promise(Tier.GUARANTEED, run.need());
      run.promote();
    }
    return true;
  }

  void end(long nowNs, Run run, Outcome why, Effects out) {
    runs.end(nowNs, run, why, out);
  }

  void wake(long nowNs, Effects out) {
    runs.wake(nowNs, out);
  }

  @Nullable Run run(long id) {
    return runs.find(id);
  }

  @Nullable Entry held(long id) {
    return held.find(id);
  }

  List<Entry> held() {
    return held.isEmpty() ? List.of() : held.values();
  }

  List<Run> runs() {
    return runs.all();
  }

  /** How many have room here, started or not. */
  int size() {
    return held.size() + runs.size();
  }

  int running() {
    return runs.size();
  }
}
