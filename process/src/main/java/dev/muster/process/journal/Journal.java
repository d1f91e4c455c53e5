package dev.muster.process.journal;

import dev.muster.core.actor.Launch;
import java.io.IOException;
import java.util.List;

/** What a runtime writes down of its runs. Safe for any number of threads. */
public interface Journal extends AutoCloseable {
  Journal NONE = new Journal() {};

  /** How often it has been opened, from 1: the epoch of the node. */
  default int epoch() {
    return 1;
  }

  /** What was on file when the journal was opened, in the order in which the runs began. */
  default List<RunRecord> records() {
    return List.of();
  }

  /**
   * A run is about to start, and may once this returns: it waits until that is on file.
   *
   * @param group by which its control group can be found again
   * @throws IOException if it cannot be written; then the run must not start
   */
  default void begin(Launch launch, String group) throws IOException {}

  /** Never blocks. */
  default void add(JournalEntry entry) {}

  /** What was given to it until now is on file then. */
  @Override
  default void close() {}
}
