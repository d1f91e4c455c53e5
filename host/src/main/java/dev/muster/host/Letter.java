package dev.muster.host;

import dev.muster.core.loop.Event;

/** An event on its way to an actor. */
record Letter(Seat<?> to, Event event) {}
