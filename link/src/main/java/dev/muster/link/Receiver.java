package dev.muster.link;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;

/** Who takes in what comes over a link: never blocks. */
@FunctionalInterface
public interface Receiver {

  /**
   * Whether it was taken; an event comes only to an address that can hear it.
   *
   * @param few whether little else came with it, so that the thread of the link has time for it
   */
  boolean receive(Address<?> to, Event event, boolean few);
}
