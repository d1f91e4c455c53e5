package dev.muster.core.event;

import dev.muster.core.actor.Timer;
import dev.muster.core.actor.TraceHash;

/** A timer that the actor itself has set is due. */
public record Wake(Timer timer)
    implements ClientEvent, MasterEvent, MonitorEvent, NodeEvent, SchedulerEvent {

  @Override
  public void trace(TraceHash hash) {
    hash.add(timer.name());
  }
}
