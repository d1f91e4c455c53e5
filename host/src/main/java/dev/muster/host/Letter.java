package dev.muster.host;

import dev.muster.core.actor.Event;

/** An event on its way to an actor. */
record Letter(Seat<?> to, Event event) {}
