package dev.muster.sim.drive;

import dev.muster.core.loop.Actor;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Event;
import java.util.ArrayDeque;

/** An actor's place in the simulated world, which outlasts the actor when it crashes. */
final class Seat {

  /** Says that an event is for the actor in whichever life. */
  static final int ANY_LIFE = 0;

  final Address<?> address;
  private Actor<Event> actor;

  /** Counts the actor's lives: timers and exits of an earlier one are void. */
  int life = 1;

  boolean down;
  long busyUntilNs;

  /** What came while it was busy, in order; heard when it no longer is. */
  final ArrayDeque<Waiting> backlog = new ArrayDeque<>();

  record Waiting(int life, Event event) {}

  /** How far this actor's clock is ahead of true time. */
  long skewNs;

  <E extends Event> Seat(Address<E> address, Actor<E> actor) {
    this.address = address;
    this.actor = untyped(actor);
  }

  <E extends Event> void occupy(Actor<E> next) {
    actor = untyped(next);
  }

  Actor<Event> actor() {
    return actor;
  }

  @SuppressWarnings("unchecked") // an address says what its actor understands; send checks it
  private static <E extends Event> Actor<Event> untyped(Actor<E> actor) {
    return (Actor<Event>) actor;
  }
}
