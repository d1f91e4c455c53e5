package dev.muster.core.fake;

import dev.muster.core.loop.Address;
import dev.muster.core.loop.Event;
import dev.muster.core.loop.LogEntry;
import dev.muster.core.loop.Work;

/** One thing that an actor did to the world. */
public sealed interface Effect {

  record Send(Address<?> to, Event event) implements Effect {}

  record Timer(long atNs, long token) implements Effect {}

  record Append(LogEntry entry) implements Effect {}

  record Launch(long run, Work work) implements Effect {}

  record End(long run, boolean force) implements Effect {}

  record Tell(Event news) implements Effect {}

  record Busy(long ns) implements Effect {}
}
