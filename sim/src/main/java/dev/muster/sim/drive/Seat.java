package dev.muster.sim.drive;

import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** An actor's place in the simulated world, which outlasts the actor when it crashes. */
final class Seat {

  /** Says that an event is for the actor in whichever epoch. */
  static final int ANY_EPOCH = 0;

  final Address<?> address;
  final int role;
  final int index;
  private Actor<Event> actor;

  /** Counts the actor's lives: timers and exits of an earlier one are void. */
  int epoch = 1;

  boolean down;

  /** Whether observers see what the actor hears and says. */
  boolean watched = true;

  long busyUntilNs;

  /** What came while it was busy, in order; heard when it no longer is. Mostly nobody is. */
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

  /** Whether it hears at once what comes now. */
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

  Actor<Event> actor() {
    return actor;
  }

  @SuppressWarnings("unchecked") // an address says what its actor understands; send checks it
  private static <E extends Event> Actor<Event> untyped(Actor<E> actor) {
    return (Actor<Event>) actor;
  }
}
