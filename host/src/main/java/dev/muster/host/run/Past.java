package dev.muster.host.run;

import dev.muster.host.guard.Exits;
import dev.muster.host.guard.Guardian;
import dev.muster.host.guard.KnownExits;
import dev.muster.host.run.journal.FileJournal;
import dev.muster.host.run.journal.Journal;
import dev.muster.host.run.journal.Memory;
import dev.muster.host.run.spawn.Obituaries;
import dev.muster.host.run.spawn.Register;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a machine knows of its earlier lives, and does for its later ones.
 *
 * @param journal of its runs
 * @param register where it writes down how processes end before it buries them
 * @param obituaries how those ended that others have buried
 */
record Past(Journal journal, Register register, Obituaries obituaries) implements AutoCloseable {

  /** Of a machine whose runs end with its process. */
  static final Past NONE = new Past(Journal.NONE, Register.NONE, Obituaries.NONE);

  /**
   * @param state the node's own directory
   */
  static Past open(Path state) {
    try {
      var journal = FileJournal.open(state);
      boolean guarded = Guardian.ofThisProcess().isPresent();
      return new Past(journal, Exits.ofNode(state), new KnownExits(state, guarded));
    } catch (IOException refused) {
      throw new UncheckedIOException("cannot remember what this node runs", refused);
    }
  }

  /** By which the groups of runs whose end is not known are found again. */
  Set<String> tickets() {
    return journal.remembered().stream()
        .filter(memory -> memory.end().isEmpty())
        .map(Memory::group)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public void close() {
    journal.close();
    try {
      register.close();
    } catch (IOException unimportant) {
      // All that had to be entered has been.
    }
  }
}
