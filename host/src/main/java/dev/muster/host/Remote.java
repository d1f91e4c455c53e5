package dev.muster.host;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;

/** The way to actors of other processes. */
@FunctionalInterface
public interface Remote {

  /** For a host that is alone. */
  Remote NONE = (to, event) -> false;

  /** Never blocks; false if the message is lost already. */
  boolean send(Address<?> to, Event event);
}
