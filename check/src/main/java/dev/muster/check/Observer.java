package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;

/** Sees all that passes between the actors of a cell and their world. */
public interface Observer {

  /** Sees nothing. */
  Observer NONE = new Observer() {};

  /** An actor sent a message; it may never arrive. */
  default void sent(Address<?> to, Event event) {}

  /** An actor is about to hear an event. */
  default void delivered(Address<?> to, Event event) {}

  /** A task was started on a machine. */
  default void launched(int node, Launch launch) {}

  /** A machine, and all that ran on it, is gone. */
  default void crashed(int node) {}

  /** A scheduler, and all that it knew, is gone. */
  default void died(int scheduler) {}

  /** Both, this one first. */
  default Observer and(Observer other) {
    return new Both(this, other);
  }
}
