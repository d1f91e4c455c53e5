package dev.muster.sim.drive;

import dev.muster.core.loop.Timing;
import dev.muster.core.place.Sampled;
import dev.muster.core.plan.ThinkTime;
import dev.muster.core.queue.NodeConfig;
import dev.muster.model.Resources;
import java.util.Collections;
import java.util.List;

/**
 * The cell to simulate.
 *
 * @param capacities what each node has, by its index
 * @param way how sampled nodes get tasks
 * @param probeRatio nodes drawn per task
 * @param node how each node treats those who wait
 */
public record CellSpec(
    long seed,
    int schedulers,
    List<Resources> capacities,
    Timing timing,
    Sampled.Way way,
    double probeRatio,
    NodeConfig node,
    ThinkTime thinkTime) {

  /** Like nodes, one scheduler, nothing special. */
  public static CellSpec of(long seed, int nodes, Resources capacity) {
    return new CellSpec(
        seed,
        1,
        Collections.nCopies(nodes, capacity),
        Timing.standard().withoutProgress(),
        Sampled.Way.LATE,
        Sampled.DEFAULT_RATIO,
        NodeConfig.standard().withoutForecast(),
        ThinkTime.NONE);
  }

  public CellSpec withSchedulers(int count) {
    return new CellSpec(seed, count, capacities, timing, way, probeRatio, node, thinkTime);
  }

  public CellSpec withProbeRatio(double ratio) {
    return new CellSpec(seed, schedulers, capacities, timing, way, ratio, node, thinkTime);
  }

  public CellSpec withWay(Sampled.Way other) {
    return new CellSpec(seed, schedulers, capacities, timing, other, probeRatio, node, thinkTime);
  }

  public CellSpec withNode(NodeConfig other) {
    return new CellSpec(seed, schedulers, capacities, timing, way, probeRatio, other, thinkTime);
  }

  public CellSpec withThinkTime(ThinkTime time) {
    return new CellSpec(seed, schedulers, capacities, timing, way, probeRatio, node, time);
  }

  public int nodes() {
    return capacities.size();
  }
}
