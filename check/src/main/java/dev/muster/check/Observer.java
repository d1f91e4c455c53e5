package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Pace;

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

  /** A run goes on at this pace. */
  default void paced(int node, long run, Pace pace) {}

  /** A run was told to end, or is ended by force. */
  default void killed(int node, long run, boolean force) {}

  /** A machine, and all that ran on it, is gone. */
  default void crashed(int node) {}

  /** The process of a node is gone with all that it knew; what runs on its machine goes on. */
  default void processDied(int node) {}

  /** An actor sent an entry to the log. */
  default void appended(LogEntry entry) {}

  /** A scheduler, and all that it knew, is gone. */
  default void died(int scheduler) {}

  /** Both, this one first. */
  default Observer and(Observer other) {
    return new Both(this, other);
  }
}
