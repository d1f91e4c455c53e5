package dev.muster.sim.drive;

import dev.muster.core.actor.Work;
import dev.muster.model.RunResult;

/** How tasks behave on the simulated machines. */
public interface Machines {

  /** How long a killed task usually takes to end. */
  long KILL_NS = 1_000_000;

  long durationNs(int node, Work work);

  default RunResult result(int node, Work work) {
    return RunResult.SUCCESS;
  }

  /** How long this run takes to end once it is killed. */
  default long killNs(long run) {
    return KILL_NS;
  }

  /** Whether this run ends only by force. */
  default boolean stubborn(long run) {
    return false;
  }
}
