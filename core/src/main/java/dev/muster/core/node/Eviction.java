package dev.muster.core.node;

import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Chooses which opportunistic runs give way: those that lose the least work, and no more than
 * needed.
 */
final class Eviction {

  private Eviction() {}

  /**
   * @param runs opportunistic runs that have not given way yet
   * @param shortage how much must come free in each resource; nothing where it is not positive
   */
  static List<Run> choose(long nowNs, List<Run> runs, Resources shortage) {
    List<Run> byLoss = new ArrayList<>(runs);
    byLoss.sort(
        Comparator.<Run>comparingLong(run -> lostWork(nowNs, run)).thenComparingLong(Run::id));
    List<Run> chosen = new ArrayList<>();
    Resources freed = Resources.NONE;
    for (var run : byLoss) {
      if (covers(freed, shortage)) {
        break;
      }
      chosen.add(run);
      freed = freed.plus(run.held());
    }
    spare(chosen, freed, shortage);
    return chosen;
  }

  /** Lets go again those that lose most, where the others suffice. */
  private static void spare(List<Run> chosen, Resources freedByAll, Resources shortage) {
    Resources freed = freedByAll;
    for (int i = chosen.size() - 1; i >= 0; i--) {
      var without = freed.minus(chosen.get(i).held());
      if (covers(without, shortage)) {
        freed = without;
        chosen.remove(i);
      }
    }
  }

  private static boolean covers(Resources freed, Resources shortage) {
    return shortage.fitsIn(freed);
  }

  /** Core-time that would be spent in vain; nothing more where the run is to end anyway. */
  private static long lostWork(long nowNs, Run run) {
    return run.isEnding() ? 0 : (nowNs - run.startedNs()) / 1_000 * run.need().cpuMillis();
  }
}
