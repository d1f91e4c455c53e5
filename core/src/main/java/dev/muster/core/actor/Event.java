package dev.muster.core.actor;

/** Something an actor is told. Implemented by records only, grouped by who hears them. */
public interface Event {

  /** Adds all that makes this event what it is to the fingerprint of the run. */
  void trace(TraceHash hash);
}
