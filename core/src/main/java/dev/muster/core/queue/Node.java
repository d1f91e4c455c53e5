package dev.muster.core.queue;

import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.Wake;
import dev.muster.core.flat.LongMap;
import dev.muster.core.loop.Actor;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Chance;
import dev.muster.core.loop.Effects;
import dev.muster.core.loop.Timing;
import dev.muster.core.report.Results;
import dev.muster.core.run.Run;
import dev.muster.core.run.Runs;
import dev.muster.model.Admission;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * One machine: the last three steps of a task's way.
 *
 * <pre>
 *   Reserve --> Turns --turn--> Floor: asks --Assign--> runs --Exited--> Results --> forgotten
 *   Place   -->   |               | NoTask, nobody answers         until Acknowledge
 *                 | Withdraw      v
 *                 +-----------> forgotten
 * </pre>
 *
 * <p>A reservation is in exactly one of turns, floor and results while the node knows it, so that
 * hearing of it again changes nothing. An {@code Assign} counts only if it echoes the latest
 * question: one that was long under way can never start a task a second time.
 */
public final class Node implements Actor<NodeEvent> {

  /** How many results may be unacknowledged before the node takes no new tasks. */
  public static final int MAX_OWED = 10_000;

  /** How many tasks may be under way here, whatever room there is. */
  public static final int MAX_RUNS = 10_000;

  static final long BEAT = -1;
  static final long RUNS = -2;

  private final int index;
  private final Timing timing;
  private final Voice voice;
  private final Room room;

  /** All that wait or hold room, by number. */
  private final LongMap<Entry> entries = new LongMap<>();

  private final Turns turns;
  private final Floor floor;
  private final Planner planner;
  private final Results results;
  private final boolean asksAhead;
  private long arrivals;
  private long brokenPromises;
  private boolean draining;

  /** A node that serves first come, first served. */
  public Node(
      int index, int incarnation, Resources capacity, Address<MasterEvent> master, Timing timing) {
    this(
        index,
        incarnation,
        capacity,
        master,
        timing,
        NodeConfig.standard(),
        Chance.of(0, NodeEvent.at(index)));
  }

  /** The incarnation counts the restarts of this node, from 1. */
  public Node(
      int index,
      int incarnation,
      Resources capacity,
      Address<MasterEvent> master,
      Timing timing,
      NodeConfig config,
      Chance chance) {
    this.index = index;
    this.timing = timing;
    this.voice = new Voice(index, incarnation, master, timing);
    this.room = new Room(capacity);
    this.floor = new Floor(room, new Runs(timing, RUNS), entries);
    this.planner = new Planner(room, floor, config.fillGaps());
    this.turns = new Turns(config, room, planner, chance);
    this.asksAhead = config.askAhead() > 0;
    this.results = new Results(index);
  }

  @Override
  public void start(long nowNs, Effects out) {
    report(out);
    out.wake(timing.firstBeatNs(nowNs, index), BEAT);
  }

  @Override
  public void on(long nowNs, NodeEvent event, Effects out) {
    switch (event) {
      case NodeEvent.Reserve late -> take(nowNs, Entry.of(late, arrivals++, nowNs), out);
      case NodeEvent.Place early -> take(nowNs, Entry.of(early, arrivals++, nowNs), out);
      case NodeEvent.Assign assign -> assign(nowNs, assign, out);
      case NodeEvent.NoTask none -> noTask(nowNs, none, out);
      case NodeEvent.Exited exited -> exited(nowNs, exited, out);
      case NodeEvent.Adopt adopt -> adopt(nowNs, adopt, out);
      case NodeEvent.Acknowledge acknowledge -> acknowledge(nowNs, acknowledge, out);
      case NodeEvent.Withdraw withdraw -> withdraw(nowNs, withdraw, out);
      case NodeEvent.Kill kill -> kill(nowNs, kill, out);
      case NodeEvent.Promote promote -> promote(nowNs, promote, out);
      case NodeEvent.Confirm confirm -> confirm(confirm, out);
      case NodeEvent.Police police -> police(nowNs, police, out);
      case NodeEvent.Drain drain -> drain(nowNs, drain, out);
      case NodeEvent.Resize resize -> resize(nowNs, resize, out);
      case Wake wake -> wake(nowNs, wake, out);
    }
  }

  // Coming in.

  private void take(long nowNs, Entry entry, Effects out) {
    if (knows(entry.id)) {
      return;
    }
    if (draining) {
      voice.giveBack(entry, ReturnReason.DRAINING, "the node takes no new work", out);
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
    if (!mayBegin()) {
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
  private static void fetchAhead(Entry entry, Effects out) {
    if (!entry.holdsRoom && entry.work != null && entry.work.needsFiles()) {
      out.fetch(entry.work);
    }
  }

  /** Whether one more may have room, however much of that there is. */
  private boolean mayBegin() {
    return results.size() < MAX_OWED && floor.size() < MAX_RUNS;
  }

  // Taking turns.

  /** As long as it is somebody's turn: hold its room, and start it or ask for its task. */
  private void advance(long nowNs, Effects out) {
    while (mayBegin()) {
      var next = turns.next(nowNs);
      if (next == null) {
        break;
      }
      turns.serve(next);
      begin(nowNs, next, out);
    }
    if (asksAhead) {
      for (var entry : turns.toAskAhead()) {
        voice.ask(nowNs, entry, out);
      }
    }
  }

  private void begin(long nowNs, Entry entry, Effects out) {
    for (var dropped : floor.admit(nowNs, entry, out)) {
      voice.giveBack(dropped, ReturnReason.EVICTED, "a guaranteed task needed its room", out);
    }
    if (entry.work == null && !entry.asking()) {
      voice.ask(nowNs, entry, out);
    }
  }

  private void assign(long nowNs, NodeEvent.Assign assign, Effects out) {
    var entry = entries.find(assign.reservation());
    if (entry == null || !entry.asks(assign.ask())) {
      return;
    }
    entry.work = assign.work();
    if (entry.holdsRoom) {
      floor.assigned(nowNs, entry, out);
    } else {
      fetchAhead(entry, out);
    }
  }

  private void noTask(long nowNs, NodeEvent.NoTask none, Effects out) {
    var entry = entries.find(none.reservation());
    if (entry != null && entry.asks(none.ask())) {
      drop(nowNs, entry, out);
    }
  }

  private void withdraw(long nowNs, NodeEvent.Withdraw withdraw, Effects out) {
    var entry = entries.find(withdraw.reservation());
    if (entry != null && !entry.holdsRoom && !entry.asking()) {
      drop(nowNs, entry, out);
    }
  }

  private void drop(long nowNs, Entry entry, Effects out) {
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

  // Running and ending.

  private void exited(long nowNs, NodeEvent.Exited exited, Effects out) {
    var run = floor.exited(exited.run());
    if (run != null) {
      results.add(run.id(), run.scheduler(), run.work(), Runs.result(run, exited.result()), out);
      floor.startReady(nowNs, out);
      advance(nowNs, out);
    }
  }

  private void adopt(long nowNs, NodeEvent.Adopt adopt, Effects out) {
    if (!knows(adopt.launch().run())) {
      floor.adopt(nowNs, new Run(adopt.launch(), nowNs - adopt.ageNs()), out);
    }
  }

  private void acknowledge(long nowNs, NodeEvent.Acknowledge acknowledge, Effects out) {
    if (results.acknowledged(acknowledge.reservation())) {
      out.forget(acknowledge.reservation());
    }
    advance(nowNs, out);
  }

  private void kill(long nowNs, NodeEvent.Kill kill, Effects out) {
    var run = floor.run(kill.reservation());
    if (run != null) {
      floor.end(nowNs, run, Outcome.KILLED, out);
      return;
    }
    var entry = entries.find(kill.reservation());
    if (entry != null) {
      drop(nowNs, entry, out);
    }
    if (!results.holds(kill.reservation())) {
      var none = List.of(kill.reservation());
      voice.confirm(kill.scheduler(), kill.askedNs(), List.of(), none, out);
    }
  }

  private void promote(long nowNs, NodeEvent.Promote promote, Effects out) {
    var run = floor.run(promote.reservation());
    var entry = entries.find(promote.reservation());
    boolean granted = run != null ? floor.promote(run, out) : entry != null && promoteEntry(entry);
    voice.promoted(promote.scheduler(), promote.reservation(), granted, out);
    advance(nowNs, out);
  }

  private boolean promoteEntry(Entry entry) {
    if (entry.holdsRoom) {
      return floor.promote(entry);
    }
    turns.promote(entry);
    return true;
  }

  // What others say about the whole node.

  private void police(long nowNs, NodeEvent.Police police, Effects out) {
    turns.police(police.share(), police.shedAboveNs());
    advance(nowNs, out);
    shed(out);
  }

  private void shed(Effects out) {
    for (var entry = turns.tooMuch(); entry != null; ) {
      forget(entry);
      voice.giveBack(entry, ReturnReason.SHED, "too much opportunistic work waits here", out);
      entry = turns.tooMuch();
    }
  }

  private void drain(long nowNs, NodeEvent.Drain drain, Effects out) {
    draining = drain.on();
    if (draining) {
      for (var entry : known()) {
        if (!entry.holdsRoom) {
          forget(entry);
          voice.giveBack(entry, ReturnReason.DRAINING, "the node takes no new work", out);
        }
      }
    }
    advance(nowNs, out);
  }

  private void resize(long nowNs, NodeEvent.Resize resize, Effects out) {
    room.resize(resize.capacity());
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
    report(out);
  }

  /** All that wait or hold room, in the order in which they came. */
  private List<Entry> known() {
    var known = entries.values();
    known.sort(Comparator.comparingLong(entry -> entry.arrival));
    return known;
  }

  private void confirm(NodeEvent.Confirm confirm, Effects out) {
    List<Long> held = new ArrayList<>();
    List<Long> unknown = new ArrayList<>();
    for (var reservation : confirm.reservations()) {
      (knows(reservation) ? held : unknown).add(reservation);
    }
    voice.confirm(confirm.scheduler(), confirm.askedNs(), held, unknown, out);
  }

  private boolean knows(long id) {
    return entries.find(id) != null || floor.run(id) != null || results.holds(id);
  }

  // Once in a while.

  private void wake(long nowNs, Wake wake, Effects out) {
    if (wake.token() == RUNS) {
      floor.wake(nowNs, out);
      return;
    }
    for (var entry : asksAhead ? known() : floor.held()) {
      askAgain(nowNs, entry, out);
    }
    results.tellAgain(out);
    report(out);
    out.wake(nowNs + timing.beatNs(), BEAT);
  }

  private void askAgain(long nowNs, Entry entry, Effects out) {
    if (entries.find(entry.id) == null) {
      return; // it had to give way to one that came up in its place
    }
    if (!voice.mustAskAgain(nowNs, entry)) {
      return;
    }
    if (voice.hasAskedEnough(entry)) {
      drop(nowNs, entry, out);
    } else {
      voice.ask(nowNs, entry, out);
    }
  }

  private void report(Effects out) {
    voice.report(room, turns.size(), floor.running(), out);
  }

  /** What is guaranteed to nobody. */
  public Resources free() {
    return room.free();
  }

  /** What will be free when, once everyone who waits now has had their turn. */
  Profile ahead(long nowNs) {
    return planner.afterAll(nowNs, turns.guaranteed());
  }

  public int waiting() {
    return turns.size();
  }

  public int running() {
    return floor.running();
  }

  /** How often a task whose room was reserved found none. */
  public long brokenPromises() {
    return brokenPromises;
  }
}
