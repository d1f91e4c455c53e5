package dev.muster.process.journal;

import dev.muster.core.actor.Launch;
import dev.muster.model.RunResult;
import dev.muster.process.linux.ProcessId;

/** What a journal says of a run. */
public sealed interface JournalEntry {
  long run();

  /**
   * It is about to start.
   *
   * @param group where it does: what its control group is found again by
   * @param boot the start of the computer in which it began
   * @param uptimeNs how long after that
   */
  record RunBegun(Launch launch, String group, String boot, long uptimeNs) implements JournalEntry {
    @Override
    public long run() {
      return launch.run();
    }
  }

  record RunStarted(long run, ProcessId processId) implements JournalEntry {}

  record EndRequested(long run) implements JournalEntry {}

  /** The run is guaranteed from now on, and began opportunistic. */
  record RunPromoted(long run) implements JournalEntry {}

  record RunEnded(long run, RunResult result) implements JournalEntry {}

  record RunForgotten(long run) implements JournalEntry {}
}
