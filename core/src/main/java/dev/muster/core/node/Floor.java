package dev.muster.core.node;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.model.Demand;
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

  /** The order in which those start that waited for evicted ones to end. */
  private static final Comparator<Entry> READY =
      Comparator.<Entry, Tier>comparing(entry -> entry.demand.tier())
          .thenComparingLong(entry -> entry.arrival);

  private final Room room;
  private final Runs runs;
  private final LongMap<Entry> entries;
  private final Pressure pressure;
  private final FifoLine held = new FifoLine();

  /** How many of those held have their task and wait for evicted ones to end. */
  private int ready;

  /** How many of those that have room are opportunistic. */
  private int opportunistic;

  /** When an opportunistic one started last, or the node did. */
  private long lastOpportunisticNs;

  /**
   * @param entries all that wait or hold room, by number: one that starts leaves them
   */
  Floor(Room room, Runs runs, LongMap<Entry> entries, Pressure pressure) {
    this.room = room;
    this.runs = runs;
    this.entries = entries;
    this.pressure = pressure;
  }

  /**
   * Lets an entry in whose turn has come.
   *
   * @return opportunistic entries that had not started and had to give way
   */
  List<Entry> admit(long nowNs, Entry entry, Effects out) {
    hold(entry);
    room.promise(entry.demand.tier(), entry.need());
    var dropped = room.mustEvict() ? makeRoom(nowNs, out) : List.<Entry>of();
    if (entry.work != null) {
      ready++;
      startIfAble(nowNs, entry, out);
    }
    return dropped;
  }

  /** One that holds room has heard its task. */
  void assigned(long nowNs, Entry entry, Effects out) {
    ready++;
    startIfAble(nowNs, entry, out);
  }

  private void startIfAble(long nowNs, Entry entry, Effects out) {
    if (ready > 1) {
      startReady(nowNs, out);
    } else if (room.reallyFits(entry.need())) {
      start(nowNs, entry, out);
    }
  }

  /** Starts those that waited for room, in order; nobody overtakes a guaranteed one. */
  void startReady(long nowNs, Effects out) {
    if (ready == 0) {
      return;
    }
    var waiting = held();
    waiting.removeIf(entry -> entry.work == null);
    waiting.sort(READY);
    boolean guaranteedWaits = false;
    for (var entry : waiting) {
      boolean givesWay = guaranteedWaits && entry.demand.isOpportunistic();
      if (!givesWay && room.reallyFits(entry.need())) {
        start(nowNs, entry, out);
      } else {
        guaranteedWaits |= !entry.demand.isOpportunistic();
      }
    }
  }

  private void start(long nowNs, Entry entry, Effects out) {
    release(entry);
    entries.remove(entry.id);
    room.started(entry.need());
    if (entry.demand.isOpportunistic()) {
      lastOpportunisticNs = nowNs;
    }
    runs.start(nowNs, entry.toLaunch(), entry.scheduler, out);
  }

  /** Takes over a run that the machine has already, and with it its room. */
  void adopt(long nowNs, Run run, Effects out) {
    room.promise(run.demand().tier(), run.need());
    room.started(run.need());
    count(run.demand(), 1);
    runs.watch(nowNs, run, out);
  }

  /**
   * Takes room from opportunistic ones until what is promised fits: first from those not started,
   * the youngest before.
   */
  List<Entry> makeRoom(long nowNs, Effects out) {
    List<Entry> dropped = new ArrayList<>();
    var able = held();
    able.removeIf(entry -> !entry.demand.isOpportunistic());
    able.sort(Comparator.comparingLong(entry -> -entry.arrival));
    for (var entry : able) {
      if (room.mustEvict()) {
        drop(entry);
        dropped.add(entry);
      }
    }
    if (room.mustEvict()) {
      pressure.relieve(nowNs, out);
    }
    return dropped;
  }

  /** The entry holds room no longer, and is forgotten. */
  void drop(Entry entry) {
    release(entry);
    entries.remove(entry.id);
    count(entry.demand, -1);
    room.takeBack(entry.demand.tier(), entry.need());
  }

  private void count(Demand demand, int change) {
    if (demand.isOpportunistic()) {
      opportunistic += change;
    }
  }

  private void hold(Entry entry) {
    entry.holdsRoom = true;
    count(entry.demand, 1);
    held.add(entry);
  }

  private void release(Entry entry) {
    entry.holdsRoom = false;
    if (entry.work != null) {
      ready--;
    }
    held.remove(entry);
  }

  /** The run's process is gone; null where there was none. */
  @Nullable Run exited(long id) {
    var run = runs.remove(id);
    if (run != null) {
      room.ended(run.held());
      count(run.demand(), -1);
      pressure.exited(run);
      if (!run.isEvicted()) {
        room.takeBack(run.demand().tier(), run.held());
      }
    }
    return run;
  }

  /** Makes a run guaranteed, where that breaks no promise and it does not stand still. */
  boolean promote(Run run, String grant, Effects out) {
    if (run.isEnding() || run.isFrozen()) {
      return false;
    }
    if (!run.demand().isOpportunistic()) {
      return true;
    }
    boolean granted = room.upgrade(run.need());
    if (granted) {
      count(run.demand(), -1);
      run.promote(grant);
      out.pace(run.id(), Pace.FULL);
    }
    return granted;
  }

  /** Makes guaranteed what holds room, where that breaks no promise. */
  boolean promote(Entry entry, String grant) {
    boolean granted = !entry.demand.isOpportunistic() || room.upgrade(entry.need());
    if (granted) {
      count(entry.demand, -1);
      entry.demand = entry.demand.guaranteedBy(grant);
    }
    return granted;
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

  /** Those that hold room, as of now. */
  List<Entry> held() {
    return held.first(held.size());
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

  int opportunistic() {
    return opportunistic;
  }

  /** The node begins. */
  void begin(long nowNs) {
    lastOpportunisticNs = nowNs;
  }

  long lastOpportunisticNs() {
    return lastOpportunisticNs;
  }
}
