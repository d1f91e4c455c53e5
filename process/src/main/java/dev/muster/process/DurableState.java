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
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a runtime knows of earlier epochs of the node, and keeps for later ones.
 *
 * @param directories in which all this is; none where nothing is kept
 * @param journal of its runs
 * @param exitLog where it writes down how processes end before it reaps them
 * @param exitLookup how those ended that others have reaped
 */
record DurableState(
    List<Path> directories, Journal journal, ExitLog exitLog, ExitLog.ExitLookup exitLookup)
    implements AutoCloseable {
  static final DurableState NONE =
      new DurableState(List.of(), Journal.NONE, ExitLog.NONE, ExitLog.ExitLookup.NONE);

  static DurableState open(Path state) {
    try {
      var journal = FileJournal.open(state);
      boolean guarded = Guardian.ofThisProcess().isPresent();
      var exits = new ExitHistory(state, guarded);
      return new DurableState(List.of(state), journal, ExitFile.ofNode(state), exits);
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
