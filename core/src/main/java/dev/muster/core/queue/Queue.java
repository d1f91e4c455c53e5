package dev.muster.core.queue;

import dev.muster.core.event.ReturnReason;
import dev.muster.core.flat.LongMap;
import dev.muster.core.loop.Chance;
import dev.muster.core.loop.Effects;
import dev.muster.core.loop.Work;
import dev.muster.core.report.Results;
import dev.muster.core.run.Runs;
import dev.muster.model.Admission;
import dev.muster.model.Demand;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a node has taken and not yet brought to an end: those in line, and those with room.
 *
 * <p>Every way in and out of it ends in {@link #advance}, which gives turns to as many as can have
 * one.
 */
final class Queue {

  /** How many tasks may be under way here, whatever room there is. */
  static final int MAX_RUNS = 10_000;

  /** How many of them may be opportunistic, so that these never keep others out by their number. */
  static final int MAX_OPPORTUNISTIC_RUNS = MAX_RUNS / 2;

  private final NodeConfig config;
  private final Voice voice;
  private final Results results;

  /** All that wait or hold room, by number. */
  private final LongMap<Entry> entries = new LongMap<>();

  private final Seen seen = new Seen();
  final Room room;
  final Window window = new Window();
  final Turns turns;
  final Floor floor;
  final Planner planner;
  private long brokenPromises;

  /** Whether an operator said to take no new work, and whether the machine is away. */
  private boolean drained;

  private boolean away;

  Queue(
      Resources capacity,
      NodeConfig config,
      Voice voice,
      Runs runs,
      Results results,
      Chance chance) {
    this.config = config;
    this.voice = voice;
    this.results = results;
    this.room = new Room(capacity);
    this.floor = new Floor(room, runs, entries, config.freezes());
    this.planner = new Planner(room, floor, window, config.fillGaps());
    this.turns = new Turns(config, room, planner, window, chance);
  }

  // Coming in.

  /** Takes in what it does not know, or gives it back and says why. */
  void take(long nowNs, Entry entry, Effects out) {
    if (knows(entry.id) || (entry.work != null && !seen.isNew(entry.id))) {
      return;
    }
    if (isDraining()) {
      voice.giveBack(entry, ReturnReason.DRAINING, "the node takes no new work", out);
    } else if (!config.grants().cover(entry.demand)) {
      voice.giveBack(entry, ReturnReason.NO_GRANT, "its grant does not cover it", out);
    } else if (!entry.need().fitsIn(room.capacity())) {
      voice.giveBack(entry, ReturnReason.TOO_LARGE, room.capacity(), out);
    } else if (entry.demand.admission() == Admission.RESERVED) {
      startReserved(nowNs, entry, out);
    } else if (!turns.takes(entry)) {
      voice.giveBack(entry, ReturnReason.LIMIT, turns.size() + " wait here", out);
    } else {
      entries.put(entry.id, entry);
      turns.add(entry);
      advance(nowNs, out);
      fetchAhead(entry, out);
      shed(out);
    }
  }

  private void startReserved(long nowNs, Entry entry, Effects out) {
    if (!mayBegin(entry)) {
      brokenPromises++;
      voice.giveBack(entry, ReturnReason.LIMIT, floor.size() + " have room here", out);
    } else if (turns.canBegin(entry)) {
      entries.put(entry.id, entry);
      begin(nowNs, entry, out);
      advance(nowNs, out);
    } else {
      brokenPromises++;
      voice.giveBack(entry, ReturnReason.NO_ROOM, room.free(), out);
    }
  }

  /** Uses the time in which an entry that knows its task waits for room. */
  private void fetchAhead(Entry entry, Effects out) {
    boolean waits = !entry.holdsRoom && entries.find(entry.id) != null;
    if (waits && entry.work != null && entry.work.needsFiles()) {
      out.fetch(entry.work);
    }
  }

  /** Whether one more may have room, however much of that there is. */
  private boolean mayBegin(Entry entry) {
    return results.size() < Node.MAX_OWED
        && floor.size() < MAX_RUNS
        && (!entry.demand.isOpportunistic() || floor.opportunistic() < MAX_OPPORTUNISTIC_RUNS);
  }

  // Taking turns.

  /**
   * As long as it is somebody's turn: hold its room, and start it or ask for its task. What stands
   * still comes before opportunistic ones that have not begun.
   */
  void advance(long nowNs, Effects out) {
    for (var next = turns.nextGuaranteed(nowNs); next != null && mayBegin(next); ) {
      serve(nowNs, next, out);
      next = turns.nextGuaranteed(nowNs);
    }
    floor.thaw(turns.opportunisticShare(), out);
    for (var next = nextOpportunistic(nowNs); next != null && mayBegin(next); ) {
      serve(nowNs, next, out);
      next = nextOpportunistic(nowNs);
    }
    if (config.askAhead() > 0) {
      for (var entry : turns.toAskAhead()) {
        voice.ask(nowNs, entry, out);
      }
    }
  }

  private @Nullable Entry nextOpportunistic(long nowNs) {
    return floor.hasFrozen() ? null : turns.nextOpportunistic(nowNs);
  }

  private void serve(long nowNs, Entry entry, Effects out) {
    turns.serve(entry);
    begin(nowNs, entry, out);
  }

  private void begin(long nowNs, Entry entry, Effects out) {
    for (var dropped : floor.admit(nowNs, entry, out)) {
      voice.giveBack(dropped, ReturnReason.EVICTED, "a guaranteed task needed its room", out);
    }
    if (entry.work == null && !entry.asking()) {
      voice.ask(nowNs, entry, out);
    }
  }

  /** An entry that asked has its task. */
  void assigned(long nowNs, Entry entry, Work work, Effects out) {
    entry.work = work;
    if (entry.holdsRoom) {
      floor.assigned(nowNs, entry, out);
    } else {
      fetchAhead(entry, out);
    }
  }

  // Going out.

  /** The entry is not wanted any longer. */
  void drop(long nowNs, Entry entry, Effects out) {
    forget(entry);
    floor.startReady(nowNs, out);
    advance(nowNs, out);
  }

  private void forget(Entry entry) {
    if (entry.holdsRoom) {
      floor.drop(entry);
    } else {
      entries.remove(entry.id);
      turns.remove(entry);
    }
  }

  /** The process of a run is gone; nothing happens where there was none. */
  void exited(long nowNs, long id, RunResult result, Effects out) {
    var run = floor.exited(id);
    if (run != null) {
      results.add(id, run.scheduler(), run.work(), Runs.result(run, result), out);
      floor.startReady(nowNs, out);
      advance(nowNs, out);
    }
  }

  void shed(Effects out) {
    for (var entry = turns.tooMuch(); entry != null; entry = turns.tooMuch()) {
      forget(entry);
      voice.giveBack(entry, ReturnReason.SHED, "too much opportunistic work waits here", out);
    }
  }

  // The whole of it.

  void drain(long nowNs, boolean on, Effects out) {
    drained = on;
    returnWaiting(out);
    turns.changed();
    advance(nowNs, out);
  }

  /** The time of the window has come, or is over. */
  void pass(long nowNs, boolean open, Effects out) {
    away = open;
    if (away) {
      floor.endOpportunistic(nowNs, out);
    }
    returnWaiting(out);
    turns.changed();
    advance(nowNs, out);
  }

  private void returnWaiting(Effects out) {
    if (isDraining()) {
      for (var entry : known()) {
        if (!entry.holdsRoom) {
          forget(entry);
          voice.giveBack(entry, ReturnReason.DRAINING, "the node takes no new work", out);
        }
      }
    }
  }

  void resize(long nowNs, Resources capacity, Effects out) {
    room.resize(capacity);
    for (var entry : known()) {
      if (!entry.need().fitsIn(room.capacity())) {
        forget(entry);
        voice.giveBack(entry, ReturnReason.TOO_LARGE, room.capacity(), out);
      }
    }
    for (var dropped : floor.makeRoom(nowNs, out)) {
      voice.giveBack(dropped, ReturnReason.EVICTED, "the machine has become smaller", out);
    }
    floor.startReady(nowNs, out);
    advance(nowNs, out);
  }

  /** Makes an opportunistic task guaranteed, where the grant covers that and there is room. */
  boolean promote(long id, String grant, Effects out) {
    var run = floor.run(id);
    var entry = entries.find(id);
    if (run != null) {
      return covers(run.demand(), grant) && floor.promote(run, grant, out);
    }
    if (entry == null || !covers(entry.demand, grant)) {
      return false;
    }
    if (entry.holdsRoom) {
      return floor.promote(entry, grant);
    }
    turns.promote(entry, grant);
    return true;
  }

  private boolean covers(Demand demand, String grant) {
    return config.grants().cover(demand.guaranteedBy(grant));
  }

  /** Ends a run that nobody wants any more; false where there is none. */
  boolean end(long nowNs, long id, Effects out) {
    var run = floor.run(id);
    if (run == null) {
      return false;
    }
    floor.end(nowNs, run, Outcome.KILLED, out);
    return true;
  }

  @Nullable Entry find(long id) {
    return entries.find(id);
  }

  /** Whether it waits, has room or ended here. */
  boolean knows(long id) {
    return entries.find(id) != null || floor.run(id) != null || results.holds(id);
  }

  /** All that wait or hold room, in the order in which they came. */
  List<Entry> known() {
    var known = entries.values();
    known.sort(Comparator.comparingLong(entry -> entry.arrival));
    return known;
  }

  /** Whether it takes no new work. */
  boolean isDraining() {
    return drained || away;
  }

  boolean isAway() {
    return away;
  }

  long brokenPromises() {
    return brokenPromises;
  }
}
