package dev.muster.core.node;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.ReturnReason;
import dev.muster.model.Admission;
import dev.muster.model.Load;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.WaitMatrix;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
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

  private final Room room;
  private final Window window = new Window();
  private final Pressure pressure;
  private final Turns turns;
  private final Floor floor;
  private final Planner planner;
  private final Intake intake;
  private long brokenPromises;

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
    this.pressure = new Pressure(room, runs, config.freezes());
    this.floor = new Floor(room, runs, entries, pressure);
    this.planner = new Planner(room, floor, window, config.fillGaps());
    this.turns = new Turns(config, room, planner, window, chance);
    this.intake = new Intake(config, room, turns, window, voice);
  }

  void begin(long nowNs) {
    floor.begin(nowNs);
  }

  // Coming in.

  /** Takes in what it does not know, or gives it back and says why. */
  void take(long nowNs, Entry entry, Effects out) {
    if (knows(entry.id) || intake.isEcho(entry) || intake.refuses(entry, out)) {
      return;
    }
    if (entry.demand.admission() == Admission.RESERVED) {
      startReserved(nowNs, entry, out);
      return;
    }
    entries.put(entry.id, entry);
    turns.add(entry);
    advance(nowNs, out);
    fetchAhead(entry, out);
    shed(out);
  }

  private void startReserved(long nowNs, Entry entry, Effects out) {
    if (!mayBegin(entry)) {
      brokenPromises++;
      var crowd = floor.size() + " have room here and " + results.size() + " results are owed";
      voice.giveBack(entry, ReturnReason.LIMIT, crowd, out);
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
    boolean waits = !entry.holdsRoom && find(entry.id) != null;
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
    if (turns.size() == 0 && !pressure.hasFrozen()) {
      return;
    }
    for (var next = turns.nextGuaranteed(nowNs); next != null && mayBegin(next); ) {
      serve(nowNs, next, out);
      next = turns.nextGuaranteed(nowNs);
    }
    pressure.thaw(nowNs, turns.opportunisticShare(), out);
    for (var next = nextOpportunistic(nowNs); next != null && mayBegin(next); ) {
      serve(nowNs, next, out);
      next = nextOpportunistic(nowNs);
    }
    for (var entry : turns.toAskAhead()) {
      voice.ask(nowNs, entry, out);
    }
  }

  private @Nullable Entry nextOpportunistic(long nowNs) {
    return pressure.hasFrozen() ? null : turns.nextOpportunistic(nowNs);
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
      boolean claimed = run.demand().admission() == Admission.RESERVED;
      results.add(nowNs, id, run.scheduler(), run.work(), claimed, Runs.result(run, result), out);
      floor.startReady(nowNs, out);
      advance(nowNs, out);
    }
  }

  private void shed(Effects out) {
    for (var entry = turns.tooMuch(); entry != null; entry = turns.tooMuch()) {
      forget(entry);
      voice.giveBack(entry, ReturnReason.SHED, "too much opportunistic work waits here", out);
    }
  }

  // The whole of it.

  void drain(long nowNs, boolean on, Effects out) {
    window.drain(on);
    reopen(nowNs, out);
  }

  /** Plans for the machine to go away, or no longer. */
  void maintain(long nowNs, long inNs, long forNs, Effects out) {
    if (inNs < 0) {
      window.cancel();
    } else {
      window.plan(nowNs, inNs, forNs, out);
    }
    turns.changed();
    advance(nowNs, out);
  }

  /** The time of a window has come, or is over; false where neither is so. */
  boolean pass(long nowNs, Effects out) {
    if (!window.passes(nowNs)) {
      return false;
    }
    if (window.isAway()) {
      pressure.endAll(nowNs, out);
      giveBackAll(entry -> entry.holdsRoom, out);
    }
    reopen(nowNs, out);
    return true;
  }

  /** It takes work from now on, or none. */
  private void reopen(long nowNs, Effects out) {
    if (window.isClosed()) {
      giveBackAll(entry -> !entry.holdsRoom, out);
    }
    turns.changed();
    advance(nowNs, out);
  }

  private void giveBackAll(Predicate<Entry> which, Effects out) {
    for (var entry : known()) {
      if (which.test(entry)) {
        forget(entry);
        voice.giveBack(entry, ReturnReason.DRAINING, "the node takes no new work", out);
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
      return intake.covers(run.demand(), grant) && floor.promote(run, grant, out);
    }
    if (entry == null || !intake.covers(entry.demand, grant)) {
      return false;
    }
    if (entry.holdsRoom && entry.demand.isOpportunistic()) {
      return floor.promote(entry, grant);
    }
    if (entry.demand.isOpportunistic()) { // else heard before
      turns.promote(entry, grant);
    }
    return true;
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

  /** Should it come after all, it is not taken: it is known that nobody wants it. */
  void refuse(long id) {
    intake.expectNot(id);
  }

  /** Takes over a run that the machine has already. */
  void adopt(long nowNs, Run run, Effects out) {
    if (!knows(run.id())) {
      floor.adopt(nowNs, run, out);
    }
  }

  /**
   * @param share how much of the machine opportunistic tasks may have
   * @param shedAboveNs how much of their work may wait
   */
  void police(long nowNs, double share, long shedAboveNs, Effects out) {
    turns.police(share, shedAboveNs);
    advance(nowNs, out);
    shed(out);
  }

  /** Somebody's time is up. */
  void wake(long nowNs, Effects out) {
    floor.wake(nowNs, out);
  }

  /** Once in a while. */
  void beat(long nowNs, Effects out) {
    pressure.endFrozen(nowNs, out);
  }

  /** Those that may be asking for their task. */
  List<Entry> asking() {
    return config.sampling().askAhead() > 0 ? known() : floor.held();
  }

  /** How busy it is and will be. */
  Load load(long nowNs) {
    return new Load(
        turns.workNs(),
        planner.leftNs(nowNs),
        nowNs - floor.lastOpportunisticNs(),
        config.foretells() ? planner.waits(nowNs, turns) : WaitMatrix.UNTOLD);
  }

  /** What will be free when, once everyone who waits now has had their turn. */
  Profile ahead(long nowNs) {
    return planner.afterAll(nowNs, turns.guaranteed());
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
    return window.isClosed();
  }

  Resources capacity() {
    return room.capacity();
  }

  /** What is guaranteed to nobody. */
  Resources free() {
    return room.free();
  }

  int waiting() {
    return turns.size();
  }

  int running() {
    return floor.running();
  }

  int opportunistic() {
    return floor.opportunistic();
  }

  /** How many have a place here: in line, with room, or running. */
  int size() {
    return turns.size() + floor.size();
  }

  long brokenPromises() {
    return brokenPromises;
  }
}
