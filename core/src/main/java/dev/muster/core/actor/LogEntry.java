package dev.muster.core.actor;

/**
 * A decision on its way into the replicated log. State that must survive changes only when the
 * entry comes back committed.
 */
public interface LogEntry {

  void trace(TraceHash hash);
}
