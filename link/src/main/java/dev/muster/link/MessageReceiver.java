package dev.muster.link;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;

/** Takes in what comes over a link; never blocks. */
@FunctionalInterface
public interface MessageReceiver {

  /**
   * Whether the event was taken; it is of a kind that this address receives.
   *
   * @param few whether little else came with the event, so that the event loop has time for it
   */
  boolean receive(Address<?> to, Event event, boolean few);
}
