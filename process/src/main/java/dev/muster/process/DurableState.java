package dev.muster.process;

import dev.muster.process.guard.ExitFile;
import dev.muster.process.guard.ExitHistory;
import dev.muster.process.guard.Guardian;
import dev.muster.process.journal.FileJournal;
import dev.muster.process.journal.Journal;
import dev.muster.process.journal.RunRecord;
import dev.muster.process.spawn.ExitLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a runtime knows of earlier epochs of the node, and keeps for later ones.
 *
 * @param journal of its runs
 * @param exitLog where it writes down how processes end before it reaps them
 * @param exitLookup how those ended that others have reaped
 */
record DurableState(Journal journal, ExitLog exitLog, ExitLog.ExitLookup exitLookup)
    implements AutoCloseable {
  static final DurableState NONE =
      new DurableState(Journal.NONE, ExitLog.NONE, ExitLog.ExitLookup.NONE);

  static DurableState open(Path state) {
    try {
      var journal = FileJournal.open(state);
      boolean guarded = Guardian.ofThisProcess().isPresent();
      return new DurableState(journal, ExitFile.ofNode(state), new ExitHistory(state, guarded));
    } catch (IOException refused) {
      throw new UncheckedIOException("cannot remember what this node runs", refused);
    }
  }

  /** The tickets of the control groups of runs without a recorded end. */
  Set<String> tickets() {
    return journal.records().stream()
        .filter(record -> record.end().isEmpty())
        .map(RunRecord::group)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public void close() {
    journal.close();
    try {
      exitLog.close();
    } catch (IOException unimportant) {
      // All that had to be entered has been.
    }
  }
}
