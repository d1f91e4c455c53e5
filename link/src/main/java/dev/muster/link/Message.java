package dev.muster.link;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;

/** An event on its way to another process. */
record Message(Address<?> to, Event event) {}
