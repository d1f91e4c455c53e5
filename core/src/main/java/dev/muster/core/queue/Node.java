package dev.muster.core.queue;

import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.Acknowledge;
import dev.muster.core.event.NodeEvent.Assign;
import dev.muster.core.event.NodeEvent.Confirm;
import dev.muster.core.event.NodeEvent.Drain;
import dev.muster.core.event.NodeEvent.Exited;
import dev.muster.core.event.NodeEvent.Kill;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.Place;
import dev.muster.core.event.NodeEvent.Police;
import dev.muster.core.event.NodeEvent.Promote;
import dev.muster.core.event.NodeEvent.Reserve;
import dev.muster.core.event.NodeEvent.Resize;
import dev.muster.core.event.NodeEvent.Withdraw;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.Wake;
import dev.muster.core.flat.LongMap;
import dev.muster.core.loop.Actor;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Chance;
import dev.muster.core.loop.Effects;
import dev.muster.core.loop.Timing;
import dev.muster.core.loop.Work;
import dev.muster.core.report.Results;
import dev.muster.core.run.Runs;
import dev.muster.model.Admission;
import dev.muster.model.Demand;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.Tier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
  private static final int INCARNATION_SHIFT = 40;

  private final int index;
  private final Address<MasterEvent> master;
  private final Timing timing;
  private final Room room;

  /** All that wait or hold room, by number. */
  private final LongMap<Entry> entries = new LongMap<>();

  private final Turns turns;
  private final Floor floor;
  private final Planner planner;
  private final Results results;
  private final boolean asksAhead;
  private long arrivals;
  private long lastAsk;
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

  /**
   * @param incarnation counts the restarts of this node, from 1, so that no question of an earlier
   *     life has the number of one of this life
   */
  public Node(
      int index,
      int incarnation,
      Resources capacity,
      Address<MasterEvent> master,
      Timing timing,
      NodeConfig config,
      Chance chance) {
    this.index = index;
    this.master = master;
    this.timing = timing;
    this.room = new Room(capacity);
    this.floor = new Floor(room, new Runs(timing, RUNS), entries);
    this.planner = new Planner(room, floor, config.fillGaps());
    this.turns = new Turns(config, room, planner, chance);
    this.asksAhead = config.askAhead() > 0;
    this.results = new Results(index);
    this.lastAsk = (long) incarnation << INCARNATION_SHIFT;
  }

  @Override
  public void start(long nowNs, Effects out) {
    report(out);
    out.wake(timing.firstBeatNs(nowNs, index), BEAT);
  }

  @Override
  public void on(long nowNs, NodeEvent event, Effects out) {
    switch (event) {
      case Reserve late ->
          take(nowNs, late.scheduler(), late.reservation(), late.demand(), null, out);
      case Place early ->
          take(nowNs, early.scheduler(), early.reservation(), early.demand(), early.work(), out);
      case Assign assign -> assign(nowNs, assign, out);
      case NoTask none -> noTask(nowNs, none, out);
      case Exited exited -> exited(nowNs, exited, out);
      case Acknowledge acknowledge -> acknowledge(nowNs, acknowledge, out);
      case Withdraw withdraw -> withdraw(nowNs, withdraw, out);
      case Kill kill -> kill(nowNs, kill, out);
      case Promote promote -> promote(nowNs, promote, out);
      case Confirm confirm -> confirm(confirm, out);
      case Police police -> police(nowNs, police, out);
      case Drain drain -> drain(nowNs, drain, out);
      case Resize resize -> resize(nowNs, resize, out);
      case Wake wake -> wake(nowNs, wake, out);
    }
  }

  // Coming in.

  private void take(
      long nowNs,
      Address<SchedulerEvent> scheduler,
      long id,
      Demand demand,
      @Nullable Work work,
      Effects out) {
    if (knows(id)) {
      return;
    }
    var entry = new Entry(id, scheduler, arrivals++, nowNs, demand, work);
    if (draining) {
      giveBack(entry, ReturnReason.DRAINING, "the node takes no new work", out);
    } else if (!demand.resources().fitsIn(room.capacity())) {
      giveBack(entry, ReturnReason.TOO_LARGE, numbers(demand, room.capacity()), out);
    } else if (demand.admission() == Admission.RESERVED) {
      startReserved(nowNs, entry, out);
    } else if (!turns.takes(entry)) {
      giveBack(entry, ReturnReason.LIMIT, turns.size() + " wait here", out);
    } else {
      entries.put(id, entry);
      turns.add(entry);
      advance(nowNs, out);
      shed(out);
    }
  }

  private void startReserved(long nowNs, Entry entry, Effects out) {
    if (!mayBegin()) {
      brokenPromises++;
      giveBack(entry, ReturnReason.LIMIT, floor.size() + " have room here", out);
    } else if (turns.canBegin(entry)) {
      entries.put(entry.id, entry);
      begin(nowNs, entry, out);
      advance(nowNs, out);
    } else {
      brokenPromises++;
      giveBack(entry, ReturnReason.NO_ROOM, numbers(entry.demand, room.free()), out);
    }
  }

  /** Whether one more may have room, however much of that there is. */
  private boolean mayBegin() {
    return results.size() < MAX_OWED && floor.size() < MAX_RUNS;
  }

  private static String numbers(Demand demand, Resources room) {
    return "needs " + demand.resources() + " of " + room;
  }

  private void giveBack(Entry entry, ReturnReason reason, String detail, Effects out) {
    out.send(entry.scheduler, new SchedulerEvent.Returned(index, entry.id, reason, detail));
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
        ask(nowNs, entry, out);
      }
    }
  }

  private void begin(long nowNs, Entry entry, Effects out) {
    for (var dropped : floor.admit(nowNs, entry, out)) {
      giveBack(dropped, ReturnReason.EVICTED, "a guaranteed task needed its room", out);
    }
    if (entry.work == null && !entry.asking()) {
      ask(nowNs, entry, out);
    }
  }

  private void ask(long nowNs, Entry entry, Effects out) {
    entry.ask = ++lastAsk;
    entry.asks++;
    entry.askedNs = nowNs;
    out.send(entry.scheduler, new SchedulerEvent.TaskWanted(index, entry.id, entry.ask));
  }

  private void assign(long nowNs, Assign assign, Effects out) {
    var entry = entries.find(assign.reservation());
    if (entry == null || !entry.asks(assign.ask())) {
      return;
    }
    entry.work = assign.work();
    if (entry.holdsRoom) {
      floor.assigned(nowNs, entry, out);
    }
  }

  private void noTask(long nowNs, NoTask none, Effects out) {
    var entry = entries.find(none.reservation());
    if (entry != null && entry.asks(none.ask())) {
      drop(nowNs, entry, out);
    }
  }

  private void withdraw(long nowNs, Withdraw withdraw, Effects out) {
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

  private void exited(long nowNs, Exited exited, Effects out) {
    var run = floor.exited(exited.run());
    if (run != null) {
      results.add(run.id(), run.scheduler(), run.work(), Runs.result(run, exited.result()), out);
      floor.startReady(nowNs, out);
      advance(nowNs, out);
    }
  }

  private void acknowledge(long nowNs, Acknowledge acknowledge, Effects out) {
    results.acknowledged(acknowledge.reservation());
    advance(nowNs, out);
  }

  private void kill(long nowNs, Kill kill, Effects out) {
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
      out.send(
          kill.scheduler(), new SchedulerEvent.Confirmed(index, kill.askedNs(), List.of(), none));
    }
  }

  private void promote(long nowNs, Promote promote, Effects out) {
    var run = floor.run(promote.reservation());
    var entry = entries.find(promote.reservation());
    boolean granted = run != null ? floor.promote(run) : entry != null && promoteEntry(entry);
    out.send(
        promote.scheduler(), new SchedulerEvent.Promoted(index, promote.reservation(), granted));
    advance(nowNs, out);
  }

  private boolean promoteEntry(Entry entry) {
    if (entry.holdsRoom) {
      return floor.promote(entry);
    }
    turns.remove(entry);
    entry.demand = entry.demand.with(Tier.GUARANTEED);
    turns.add(entry);
    return true;
  }

  // What others say about the whole node.

  private void police(long nowNs, Police police, Effects out) {
    turns.police(police.share(), police.shedAboveNs());
    advance(nowNs, out);
    shed(out);
  }

  private void shed(Effects out) {
    for (var entry = turns.tooMuch(); entry != null; ) {
      forget(entry);
      giveBack(entry, ReturnReason.SHED, "too much opportunistic work waits here", out);
      entry = turns.tooMuch();
    }
  }

  private void drain(long nowNs, Drain drain, Effects out) {
    draining = drain.on();
    if (draining) {
      for (var entry : known()) {
        if (!entry.holdsRoom) {
          forget(entry);
          giveBack(entry, ReturnReason.DRAINING, "the node takes no new work", out);
        }
      }
    }
    advance(nowNs, out);
  }

  private void resize(long nowNs, Resize resize, Effects out) {
    room.resize(resize.capacity());
    for (var entry : known()) {
      if (!entry.need().fitsIn(room.capacity())) {
        forget(entry);
        giveBack(entry, ReturnReason.TOO_LARGE, numbers(entry.demand, room.capacity()), out);
      }
    }
    for (var dropped : floor.makeRoom(nowNs, out)) {
      giveBack(dropped, ReturnReason.EVICTED, "the machine has become smaller", out);
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

  private void confirm(Confirm confirm, Effects out) {
    List<Long> held = new ArrayList<>();
    List<Long> unknown = new ArrayList<>();
    for (var reservation : confirm.reservations()) {
      (knows(reservation) ? held : unknown).add(reservation);
    }
    out.send(
        confirm.scheduler(), new SchedulerEvent.Confirmed(index, confirm.askedNs(), held, unknown));
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
    for (var entry : mayBeAsking()) {
      askAgain(nowNs, entry, out);
    }
    results.tellAgain(out);
    report(out);
    out.wake(nowNs + timing.beatNs(), BEAT);
  }

  private List<Entry> mayBeAsking() {
    return asksAhead ? known() : floor.held();
  }

  private void askAgain(long nowNs, Entry entry, Effects out) {
    if (entries.find(entry.id) == null) {
      return; // it had to give way to one that came up in its place
    }
    boolean silent = entry.asking() && nowNs - entry.askedNs >= timing.askAgainNs();
    if (silent && entry.asks >= timing.asksAtMost()) {
      drop(nowNs, entry, out);
    } else if (silent) {
      ask(nowNs, entry, out);
    }
  }

  private void report(Effects out) {
    out.send(
        master, new NodeReport(index, room.capacity(), room.free(), turns.size(), floor.running()));
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
