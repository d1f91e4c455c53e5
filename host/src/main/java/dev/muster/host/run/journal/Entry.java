package dev.muster.host.run.journal;

import dev.muster.core.actor.Launch;
import dev.muster.host.run.spawn.Birth;
import dev.muster.model.RunResult;

/** What a journal says of a run. */
public sealed interface Entry {

  long run();

  /**
   * It is about to start.
   *
   * @param group where it does: what its control group is found again by
   * @param boot the start of the computer in which it began
   * @param uptimeNs how long after that
   */
  record Begun(Launch launch, String group, String boot, long uptimeNs) implements Entry {
    @Override
    public long run() {
      return launch.run();
    }
  }

  /** It is this process. */
  record Started(long run, Birth birth) implements Entry {}

  /** It was told to end. */
  record Told(long run) implements Entry {}

  /** It has the right to its room from now on, which it began without. */
  record Promoted(long run) implements Entry {}

  record Ended(long run, RunResult result) implements Entry {}

  record Forgotten(long run) implements Entry {}
}
