package dev.muster.sim.drive;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.model.Usage;
import java.util.ArrayDeque;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** An actor's place in the simulated world, which outlasts the actor when it crashes. */
final class Seat {

  /** Says that an event is for the actor in whichever epoch. */
  static final int ANY_EPOCH = 0;

  final Address<?> address;
  final int role;
  final int index;
  private Actor<Event> actor;

  /** Counts restarts of the actor: timers and exits of an earlier epoch are ignored. */
  int epoch = 1;

  boolean down;

  /** Whether observers see the messages to and from the actor. */
  boolean watched = true;

  long busyUntilNs;

  /** The runs of a node that are watched, by their number; made for the first. */
  private @Nullable TreeMap<Long, WatchedRun> watchedRuns;

  record WatchedRun(long startedNs, long endNs, LongFunction<Usage> progress) {}

  /** Events that came while the actor was busy, in order; mostly none. */
  private @Nullable ArrayDeque<Waiting> backlog;

  record Waiting(int epoch, Event event) {}

  /** How far this actor's clock is ahead of true time. */
  long skewNs;

  <E extends Event> Seat(Address<E> address, Actor<E> actor) {
    this.address = address;
    this.role = address.role().ordinal();
    this.index = address.index();
    this.actor = untyped(actor);
  }

  <E extends Event> void occupy(Actor<E> next) {
    actor = untyped(next);
  }

  /** Whether the actor handles at once an event that comes now. */
  boolean isIdle(long nowNs) {
    return busyUntilNs <= nowNs && !hasBacklog();
  }

  boolean hasBacklog() {
    return backlog != null && !backlog.isEmpty();
  }

  /** What had come for an actor that is gone went with it. */
  void forgetBacklog() {
    backlog = null;
  }

  /** What waits, made where nothing ever did. */
  ArrayDeque<Waiting> backlog() {
    if (backlog == null) {
      backlog = new ArrayDeque<>();
    }
    return backlog;
  }

  TreeMap<Long, WatchedRun> watchedRuns() {
    if (watchedRuns == null) {
      watchedRuns = new TreeMap<>();
    }
    return watchedRuns;
  }

  Actor<Event> actor() {
    return actor;
  }

  @SuppressWarnings("unchecked") // an address says what its actor understands; send checks it
  private static <E extends Event> Actor<Event> untyped(Actor<E> actor) {
    return (Actor<Event>) actor;
  }
}
