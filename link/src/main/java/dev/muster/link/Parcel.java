package dev.muster.link;

import dev.muster.core.loop.Address;
import dev.muster.core.loop.Event;

/** An event on its way to another process. */
record Parcel(Address<?> to, Event event) {}
