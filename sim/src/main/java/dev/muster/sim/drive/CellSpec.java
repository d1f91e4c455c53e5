package dev.muster.sim.drive;

import dev.muster.core.loop.Timing;
import dev.muster.core.place.Sampled;
import dev.muster.core.plan.ThinkTime;
import dev.muster.model.Resources;
import java.util.Collections;
import java.util.List;

/**
 * The cell to simulate.
 *
 * @param capacities what each node has, by its index
 * @param probeRatio reservations per task
 */
public record CellSpec(
    long seed,
    int schedulers,
    List<Resources> capacities,
    Timing timing,
    double probeRatio,
    ThinkTime thinkTime) {

  /** Like nodes, one scheduler, nothing special. */
  public static CellSpec of(long seed, int nodes, Resources capacity) {
    return new CellSpec(
        seed,
        1,
        Collections.nCopies(nodes, capacity),
        Timing.standard().withoutProgress(),
        Sampled.DEFAULT_RATIO,
        ThinkTime.NONE);
  }

  public CellSpec withSchedulers(int count) {
    return new CellSpec(seed, count, capacities, timing, probeRatio, thinkTime);
  }

  public CellSpec withProbeRatio(double ratio) {
    return new CellSpec(seed, schedulers, capacities, timing, ratio, thinkTime);
  }

  public int nodes() {
    return capacities.size();
  }
}
