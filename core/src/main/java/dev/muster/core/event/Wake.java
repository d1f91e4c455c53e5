package dev.muster.core.event;

import dev.muster.core.actor.TraceHash;

/** A timer that the actor itself has set. */
public record Wake(long token) implements ClientEvent, MasterEvent, NodeEvent, SchedulerEvent {

  @Override
  public void trace(TraceHash hash) {
    hash.add(token);
  }
}
