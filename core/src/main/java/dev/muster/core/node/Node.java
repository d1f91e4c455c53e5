package dev.muster.core.node;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.Wake;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import java.util.ArrayList;
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

  private final int index;
  private final Timing timing;
  private final Voice voice;
  private final Results results;
  private final Runs runs;
  private final Queue queue;
  private final Census census;
  private final long tellsTakenNs;
  private long arrivals;

  /** A node that serves first come, first served. */
  public Node(
      int index, int epoch, Resources capacity, Address<MasterEvent> master, Timing timing) {
    this(
        index,
        epoch,
        capacity,
        master,
        timing,
        NodeConfig.standard(),
        Chance.of(0, NodeEvent.at(index)));
  }

  /** The epoch counts the restarts of this node, from 1. */
  public Node(
      int index,
      int epoch,
      Resources capacity,
      Address<MasterEvent> master,
      Timing timing,
      NodeConfig config,
      Chance chance) {
    this.index = index;
    this.timing = timing;
    this.voice = new Voice(index, epoch, master, timing, config.attributes());
    this.results = new Results(index, master, timing.askAgainNs());
    this.runs = new Runs(timing);
    this.tellsTakenNs = config.sampling().tellsTakenNs();
    this.queue = new Queue(capacity, config, voice, runs, results, chance);
    this.census = new Census(queue, runs, results);
  }

  @Override
  public void start(long nowNs, Effects out) {
    queue.begin(nowNs);
    report(nowNs, out);
    out.wake(timing.firstBeatNs(nowNs, index), NodeTimer.BEAT);
  }

  @Override
  public void on(long nowNs, NodeEvent event, Effects out) {
    switch (event) {
      case NodeEvent.EnqueueReservation late ->
          reserve(nowNs, Entry.of(late, arrivals++, nowNs), out);
      case NodeEvent.ProbeNode probe -> voice.probed(probe, queue.size(), out);
      case NodeEvent.PlaceTask early -> take(nowNs, Entry.of(early, arrivals++, nowNs), out);
      case NodeEvent.LaunchTask assign -> assign(nowNs, assign, out);
      case NodeEvent.NoTask none -> noTask(nowNs, none, out);
      case NodeEvent.WithdrawReservation withdraw -> withdraw(nowNs, withdraw, out);
      case NodeEvent.RunExited exited -> queue.exited(nowNs, exited.run(), exited.result(), out);
      case NodeEvent.AdoptRun adopt -> adopt(nowNs, adopt, out);
      case NodeEvent.AcknowledgeResult acknowledge -> acknowledge(nowNs, acknowledge, out);
      case NodeEvent.KillTask kill -> kill(nowNs, kill, out);
      case NodeEvent.PromoteTask promote -> promote(nowNs, promote, out);
      case NodeEvent.ConfirmReservations confirm -> confirm(confirm, out);
      case NodeEvent.ListAttempts heir -> count(nowNs, heir, out);
      case NodeEvent.SetOpportunisticLimits police ->
          queue.police(nowNs, police.share(), police.shedAboveNs(), out);
      case NodeEvent.DrainNode drain -> drain(nowNs, drain, out);
      case NodeEvent.ScheduleMaintenance maintain -> maintain(nowNs, maintain, out);
      case NodeEvent.ResizeMachine resize -> resize(nowNs, resize, out);
      case Wake wake -> wake(nowNs, wake, out);
    }
  }

  // What schedulers say about one of their reservations.

  private void take(long nowNs, Entry entry, Effects out) {
    if (!census.isVoid(entry.scheduler, entry.id)) {
      queue.take(nowNs, entry, out);
    }
  }

  private void reserve(long nowNs, Entry entry, Effects out) {
    take(nowNs, entry, out);
    if (tellsTakenNs > 0 && queue.find(entry.id) == entry && !entry.holdsRoom) {
      long forNs = runs.soonestEndNs() - nowNs;
      if (forNs >= tellsTakenNs) {
        voice.taken(entry, forNs, out);
      }
    }
  }

  private void assign(long nowNs, NodeEvent.LaunchTask assign, Effects out) {
    var entry = queue.find(assign.reservation());
    if (entry != null && entry.asks(assign.ask())) {
      queue.assigned(nowNs, entry, assign.work(), out);
    }
  }

  private void noTask(long nowNs, NodeEvent.NoTask none, Effects out) {
    var entry = queue.find(none.reservation());
    if (entry != null && entry.asks(none.ask())) {
      queue.drop(nowNs, entry, out);
    }
  }

  private void withdraw(long nowNs, NodeEvent.WithdrawReservation withdraw, Effects out) {
    var entry = queue.find(withdraw.reservation());
    if (entry != null && !entry.holdsRoom && !entry.asking()) {
      queue.drop(nowNs, entry, out);
    }
  }

  private void acknowledge(long nowNs, NodeEvent.AcknowledgeResult acknowledge, Effects out) {
    if (results.acknowledged(acknowledge.reservation())) {
      out.forget(acknowledge.reservation());
    }
    queue.advance(nowNs, out);
  }

  private void kill(long nowNs, NodeEvent.KillTask kill, Effects out) {
    if (queue.end(nowNs, kill.reservation(), out)) {
      return;
    }
    var entry = queue.find(kill.reservation());
    if (entry != null) {
      queue.drop(nowNs, entry, out);
    } else {
      queue.refuse(kill.reservation());
    }
    if (!results.holds(kill.reservation())) {
      var none = List.of(kill.reservation());
      voice.confirm(kill.scheduler(), kill.askedNs(), List.of(), none, out);
    }
  }

  private void promote(long nowNs, NodeEvent.PromoteTask promote, Effects out) {
    boolean granted = queue.promote(promote.reservation(), promote.grant(), out);
    voice.promoted(promote.scheduler(), promote.reservation(), granted, out);
    queue.advance(nowNs, out);
  }

  private void confirm(NodeEvent.ConfirmReservations confirm, Effects out) {
    List<Long> held = new ArrayList<>();
    List<Long> unknown = new ArrayList<>();
    for (var reservation : confirm.reservations()) {
      (queue.knows(reservation) ? held : unknown).add(reservation);
    }
    voice.confirm(confirm.scheduler(), confirm.askedNs(), held, unknown, out);
  }

  private void count(long nowNs, NodeEvent.ListAttempts heir, Effects out) {
    if (census.take(nowNs, heir, out)) {
      voice.counted(heir, census.held(heir.scheduler()), out);
    }
  }

  // What the machine and its operators say about the whole node.

  private void adopt(long nowNs, NodeEvent.AdoptRun adopt, Effects out) {
    var launch = adopt.launch();
    var scheduler = SchedulerEvent.at(launch.scheduler());
    queue.adopt(nowNs, new Run(launch, scheduler, nowNs - adopt.ageNs()), out);
  }

  private void drain(long nowNs, NodeEvent.DrainNode drain, Effects out) {
    queue.drain(nowNs, drain.on(), out);
    report(nowNs, out);
  }

  private void maintain(long nowNs, NodeEvent.ScheduleMaintenance maintain, Effects out) {
    queue.maintain(nowNs, maintain.inNs(), maintain.forNs(), out);
    passWindow(nowNs, out);
  }

  private void passWindow(long nowNs, Effects out) {
    if (queue.pass(nowNs, out)) {
      report(nowNs, out);
    }
  }

  private void resize(long nowNs, NodeEvent.ResizeMachine resize, Effects out) {
    queue.resize(nowNs, resize.capacity(), out);
    report(nowNs, out);
  }

  // Once in a while.

  private void wake(long nowNs, Wake wake, Effects out) {
    if (wake.timer() == NodeTimer.RUN_DEADLINE) {
      queue.wake(nowNs, out);
    } else if (wake.timer() == NodeTimer.MAINTENANCE) {
      passWindow(nowNs, out);
    } else {
      beat(nowNs, out);
    }
  }

  private void beat(long nowNs, Effects out) {
    for (var entry : queue.asking()) {
      askAgain(nowNs, entry, out);
    }
    queue.beat(nowNs, out);
    results.tellAgain(nowNs, out);
    report(nowNs, out);
    out.wake(nowNs + timing.beatNs(), NodeTimer.BEAT);
  }

  private void askAgain(long nowNs, Entry entry, Effects out) {
    if (queue.find(entry.id) == null) {
      return; // it had to give way to one that came up in its place
    }
    if (!voice.mustAskAgain(nowNs, entry)) {
      return;
    }
    if (voice.hasAskedEnough(entry)) {
      queue.drop(nowNs, entry, out);
    } else {
      voice.ask(nowNs, entry, out);
    }
  }

  private void report(long nowNs, Effects out) {
    voice.report(nowNs, queue, out);
  }

  /** How busy the node is and will be. */
  public Load load(long nowNs) {
    return queue.load(nowNs);
  }

  /** What is guaranteed to nobody. */
  public Resources free() {
    return queue.free();
  }

  /** What will be free when, once everyone who waits now has had their turn. */
  Profile ahead(long nowNs) {
    return queue.ahead(nowNs);
  }

  public int waiting() {
    return queue.waiting();
  }

  public int running() {
    return queue.running();
  }

  /** How many of those with room here are opportunistic. */
  public int opportunistic() {
    return queue.opportunistic();
  }

  /** How often a task whose room was reserved found none. */
  public long brokenPromises() {
    return queue.brokenPromises();
  }
}
