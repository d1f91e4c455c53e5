package dev.muster.core.node;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A place in a node's line. A late one has no work until its turn: it then holds its room and asks
 * its scheduler for a task.
 */
final class Entry {

  /** How much work a task counts for if nobody said how long it takes. */
  static final long ASSUMED_NS = 1_000_000_000L;

  /** A day: as many of these as may wait anywhere still have a sum. */
  static final long MAX_WORK_NS = 86_400_000_000_000L;

  private static final long NOT_ASKED = 0;

  final long id;
  final Address<SchedulerEvent> scheduler;

  /** Counts the arrivals at this node, so that no two entries are equal in any order. */
  final long arrival;

  final long arrivedNs;
  Demand demand;
  @Nullable Work work;

  /** The number of the latest question for its task; an answer must echo it. */
  long ask = NOT_ASKED;

  int asks;
  long askedNs;

  /** Whether it has left the line and holds room, asking or waiting for evicted ones to end. */
  boolean holdsRoom;

  /** Its neighbours, for the line alone that it is in. */
  @Nullable Entry before;

  @Nullable Entry behind;

  Entry(
      long id,
      Address<SchedulerEvent> scheduler,
      long arrival,
      long arrivedNs,
      Demand demand,
      @Nullable Work work) {
    this.id = id;
    this.scheduler = scheduler;
    this.arrival = arrival;
    this.arrivedNs = arrivedNs;
    this.demand = demand;
    this.work = work;
  }

  /** How long it is expected to take, where nobody said: a guess. */
  long lengthNs() {
    long estimateNs = demand.estimateNs();
    return estimateNs == 0 ? ASSUMED_NS : estimateNs;
  }

  /** What it counts for where the work that waits has a limit. */
  long workNs() {
    return Math.min(lengthNs(), MAX_WORK_NS);
  }

  static Entry of(EnqueueReservation late, long arrival, long nowNs) {
    return new Entry(late.reservation(), late.scheduler(), arrival, nowNs, late.demand(), null);
  }

  static Entry of(PlaceTask early, long arrival, long nowNs) {
    return new Entry(
        early.reservation(), early.scheduler(), arrival, nowNs, early.demand(), early.work());
  }

  Resources need() {
    return demand.resources();
  }

  /** What starts it now that it has its task. */
  Launch toLaunch() {
    return new Launch(id, scheduler.index(), demand, Objects.requireNonNull(work));
  }

  /** Whether this is the number of its latest question, and it has asked one. */
  boolean asks(long number) {
    return asking() && ask == number;
  }

  boolean asking() {
    return ask != NOT_ASKED && work == null;
  }
}
