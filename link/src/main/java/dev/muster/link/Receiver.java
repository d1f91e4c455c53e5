package dev.muster.link;

import dev.muster.core.loop.Address;
import dev.muster.core.loop.Event;

/** Who takes in what comes over a link: never blocks. */
@FunctionalInterface
public interface Receiver {

  /** Whether it was taken; an event comes only to an address that can hear it. */
  boolean receive(Address<?> to, Event event);
}
