package dev.muster.core.actor;

/** An entry of the replicated log. Replicated state changes only when an entry is committed. */
public interface LogEntry {

  void trace(TraceHash hash);
}
