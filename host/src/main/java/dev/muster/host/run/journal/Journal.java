package dev.muster.host.run.journal;

import dev.muster.core.actor.Launch;
import dev.muster.host.run.spawn.Birth;
import dev.muster.model.RunResult;
import java.io.IOException;
import java.util.List;

/** What a machine writes down of its runs. Safe for any number of threads. */
public interface Journal extends AutoCloseable {

  /** For a machine whose runs end with its process. */
  Journal NONE = new NoJournal();

  /** How often it has been opened, from 1: which life of the node this is. */
  int life();

  /** What was on file when the journal was opened, in the order in which the runs began. */
  List<Memory> remembered();

  /**
   * A run is about to start, and may once this returns: it waits until that is on file.
   *
   * @param group by which its control group can be found again
   * @throws IOException if it cannot be written; then the run must not start
   */
  void begun(Launch launch, String group) throws IOException;

  void started(long run, Birth birth);

  /** From now on its end need not be its own doing. */
  void told(long run);

  /** From now on it has a right to its room. */
  void promoted(long run);

  void ended(long run, RunResult result);

  /** Never blocks. */
  void forgotten(long run);

  /** What was given to it until now is on file then. */
  @Override
  void close();
}
