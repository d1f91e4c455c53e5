package dev.muster.core.actor;

/** A message, a timer or an exit of a run. Implemented by records, grouped by receiver. */
public interface Event {

  /** Adds every component to the trace hash. */
  void trace(TraceHash hash);
}
