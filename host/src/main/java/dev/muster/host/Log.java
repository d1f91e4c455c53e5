package dev.muster.host;

import dev.muster.core.actor.LogEntry;
import java.util.function.Consumer;

/** Makes decisions safe: each entry comes back once, in the order of the log, when it is. */
@FunctionalInterface
public interface Log {
  /** As safe as this process: for a cell that ends with it. */
  Log IN_MEMORY = (entry, committed) -> committed.accept(entry);

  /** Never blocks; {@code committed} may be called on any thread. */
  void append(LogEntry entry, Consumer<LogEntry> committed);
}
