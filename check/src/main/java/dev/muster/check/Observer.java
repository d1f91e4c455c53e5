package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Pace;
import java.util.List;

/** Sees all messages, effects and faults of a cell. */
public interface Observer {

  /** Sees nothing. */
  Observer NONE = new Observer() {};

  /** An actor sent a message; it may never arrive. */
  default void sent(Address<?> to, Event event) {}

  /** An actor is about to receive an event. */
  default void delivered(Address<?> to, Event event) {}

  /** A run was launched on a machine. */
  default void launched(int node, Launch launch) {}

  /** The pace of a run was set. */
  default void paced(int node, long run, Pace pace) {}

  /** A run got the signal to terminate, or is ended by force. */
  default void killed(int node, long run, boolean force) {}

  /** A machine crashed, with all runs. */
  default void crashed(int node) {}

  /** The process of a node died; the runs on its machine go on. */
  default void processDied(int node) {}

  /** The disk of a machine lost the outputs of tasks; its runs go on. */
  default void diskEmptied(int node) {}

  /** An actor appended an entry to the log. */
  default void appended(LogEntry entry) {}

  /** A scheduler died, with all its state. */
  default void died(int scheduler) {}

  /** Both, this one first. */
  default Observer and(Observer other) {
    return new Observers(List.of(this, other));
  }
}
