package dev.muster.process.spawn;

import dev.muster.process.linux.ExitStatus;
import dev.muster.process.linux.ProcessId;
import java.io.IOException;
import java.util.Optional;

/**
 * Where an exit is written down before the process is reaped, so that it is known whoever dies in
 * between.
 */
@FunctionalInterface
public interface ExitLog extends AutoCloseable {
  ExitLog NONE = exit -> {};

  void write(ExitRecord exit) throws IOException;

  @Override
  default void close() throws IOException {}

  record ExitRecord(ProcessId id, ExitStatus exit) {}

  @FunctionalInterface
  interface ExitLookup {
    ExitLookup NONE = id -> Optional.empty();

    /** Waits a little for whoever reaps the process, and is empty if its exit is not logged. */
    Optional<ExitStatus> of(ProcessId id);
  }
}
