package dev.muster.core.queue;

import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.Acknowledge;
import dev.muster.core.event.NodeEvent.Assign;
import dev.muster.core.event.NodeEvent.Confirm;
import dev.muster.core.event.NodeEvent.Exited;
import dev.muster.core.event.NodeEvent.Kill;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.Reserve;
import dev.muster.core.event.NodeEvent.Withdraw;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.Wake;
import dev.muster.core.loop.Actor;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Effects;
import dev.muster.core.loop.Timing;
import dev.muster.core.report.Results;
import dev.muster.core.run.Run;
import dev.muster.core.run.Runs;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;

/**
 * One machine: the last three steps of a task's way.
 *
 * <pre>
 *   Reserve --> Line --turn--> asking (room held) --Assign--> Runs --Exited--> Results --> forgotten
 *                                 | NoTask, nobody answers                       until Acknowledge
 *                                 v
 *                              forgotten
 * </pre>
 *
 * <p>A reservation is in exactly one of line, runs and results while the node knows it, so that
 * hearing of it again changes nothing. An {@code Assign} counts only if it echoes the latest
 * question: one that was long under way can never start a task a second time.
 */
public final class Node implements Actor<NodeEvent> {

  /** How many reservations may wait here; one more is returned to its scheduler. */
  public static final int MAX_WAITING = 100_000;

  /** How many results may be unacknowledged before the node takes no new tasks. */
  public static final int MAX_OWED = 10_000;

  private static final long BEAT = -1;
  private static final int INCARNATION_SHIFT = 40;

  private final int index;
  private final Address<MasterEvent> master;
  private final Timing timing;
  private final Room room;
  private final Line line = new Line();
  private final Runs runs;
  private final Results results;
  private long lastAsk;

  /**
   * @param incarnation counts the restarts of this node, from 1, so that no question of an earlier
   *     life has the number of one of this life
   */
  public Node(
      int index, int incarnation, Resources capacity, Address<MasterEvent> master, Timing timing) {
    this.index = index;
    this.master = master;
    this.timing = timing;
    this.room = new Room(capacity);
    this.runs = new Runs(timing);
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
      case Reserve reserve -> reserve(nowNs, reserve, out);
      case Assign assign -> assign(nowNs, assign, out);
      case NoTask none -> noTask(nowNs, none, out);
      case Exited exited -> exited(nowNs, exited, out);
      case Acknowledge acknowledge -> acknowledge(nowNs, acknowledge, out);
      case Withdraw withdraw -> withdraw(nowNs, withdraw, out);
      case Kill kill -> kill(nowNs, kill, out);
      case Confirm confirm -> confirm(confirm, out);
      case Wake wake -> wake(nowNs, wake, out);
    }
  }

  private void reserve(long nowNs, Reserve reserve, Effects out) {
    if (knows(reserve.reservation())) {
      return;
    }
    boolean never = !reserve.resources().fitsIn(room.capacity());
    if (never || line.waiting() >= MAX_WAITING) {
      out.send(reserve.scheduler(), new SchedulerEvent.Returned(index, reserve.reservation()));
      return;
    }
    line.add(new Reservation(reserve));
    advance(nowNs, out);
  }

  /** As long as the head of the line fits: hold its room and ask for its task. */
  private void advance(long nowNs, Effects out) {
    while (results.size() < MAX_OWED) {
      var head = line.head();
      if (head == null || !room.fits(head.need)) {
        return;
      }
      room.take(head.need);
      line.headAsks(++lastAsk, nowNs);
      ask(head, out);
    }
  }

  private void ask(Reservation reservation, Effects out) {
    out.send(
        reservation.scheduler,
        new SchedulerEvent.TaskWanted(index, reservation.id, reservation.ask));
  }

  private void assign(long nowNs, Assign assign, Effects out) {
    var reservation = line.find(assign.reservation());
    if (reservation == null || !reservation.asks(assign.ask())) {
      return;
    }
    line.remove(reservation);
    var run = new Run(reservation.id, reservation.scheduler, reservation.need, assign.work());
    runs.start(nowNs, run, out);
  }

  private void noTask(long nowNs, NoTask none, Effects out) {
    var reservation = line.find(none.reservation());
    if (reservation != null && reservation.asks(none.ask())) {
      drop(nowNs, reservation, out);
    }
  }

  private void drop(long nowNs, Reservation reservation, Effects out) {
    line.remove(reservation);
    if (reservation.asking()) {
      room.giveBack(reservation.need);
    }
    advance(nowNs, out);
  }

  private void exited(long nowNs, Exited exited, Effects out) {
    var run = runs.remove(exited.run());
    if (run == null) {
      return;
    }
    room.giveBack(run.need);
    results.add(run.id, run.scheduler, run.work, Runs.result(run, exited.result()), out);
    advance(nowNs, out);
  }

  private void acknowledge(long nowNs, Acknowledge acknowledge, Effects out) {
    results.acknowledged(acknowledge.reservation());
    advance(nowNs, out);
  }

  private void withdraw(long nowNs, Withdraw withdraw, Effects out) {
    var reservation = line.find(withdraw.reservation());
    if (reservation != null && !reservation.asking()) {
      drop(nowNs, reservation, out);
    }
  }

  private void kill(long nowNs, Kill kill, Effects out) {
    var run = runs.find(kill.reservation());
    if (run != null) {
      runs.end(nowNs, run, Outcome.KILLED, out);
      return;
    }
    var reservation = line.find(kill.reservation());
    if (reservation != null) {
      drop(nowNs, reservation, out);
    }
    if (!results.holds(kill.reservation())) {
      var none = List.of(kill.reservation());
      out.send(
          kill.scheduler(), new SchedulerEvent.Confirmed(index, kill.askedNs(), List.of(), none));
    }
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

  private boolean knows(long reservation) {
    return line.find(reservation) != null
        || runs.find(reservation) != null
        || results.holds(reservation);
  }

  private void wake(long nowNs, Wake wake, Effects out) {
    if (wake.token() != BEAT) {
      runs.wake(nowNs, wake.token(), out);
      return;
    }
    askAgain(nowNs, out);
    results.tellAgain(out);
    report(out);
    out.wake(nowNs + timing.beatNs(), BEAT);
  }

  private void askAgain(long nowNs, Effects out) {
    if (line.asking() == 0) {
      return;
    }
    for (var reservation : line.all()) {
      boolean silent = reservation.asking() && nowNs - reservation.askedNs >= timing.askAgainNs();
      if (silent && reservation.asks >= timing.asksAtMost()) {
        drop(nowNs, reservation, out);
      } else if (silent) {
        line.asked(reservation, ++lastAsk, nowNs);
        ask(reservation, out);
      }
    }
  }

  private void report(Effects out) {
    out.send(
        master, new NodeReport(index, room.capacity(), room.free(), line.waiting(), runs.size()));
  }

  /** What is free now: never less than nothing. */
  public Resources free() {
    return room.free();
  }

  public int waiting() {
    return line.waiting();
  }

  public int running() {
    return runs.size();
  }
}
