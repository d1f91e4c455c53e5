package dev.muster.sim.drive;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.model.RunResult;
import dev.muster.model.Usage;
import java.util.function.LongFunction;

/** How tasks behave on the simulated machines. */
public interface Machines {

  /** How long a killed task usually takes to end. */
  long KILL_NS = 1_000_000;

  long durationNs(int node, Work work);

  default RunResult result(int node, Work work) {
    return RunResult.SUCCESS;
  }

  /**
   * What a watched run will have used after so long, of the one that was launched last: all of its
   * cpu and memory all the time, unless a model knows better.
   */
  default LongFunction<Usage> progress(int node, Launch launch) {
    var need = launch.demand().resources();
    double cores = need.cpuMillis() / 1_000.0;
    return ranNs -> new Usage(Math.round(ranNs * cores), need.memoryBytes(), 0, 0);
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
