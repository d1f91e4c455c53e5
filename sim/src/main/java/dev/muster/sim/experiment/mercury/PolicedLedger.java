package dev.muster.sim.experiment.mercury;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.NodeEvent.SetOpportunisticLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Counts from outside, within a window, what nodes run of each tier, what opportunistic tasks may
 * have by the latest word of the monitor, and how many give way.
 */
final class PolicedLedger implements Observer {

  private static final double PERCENT = 100;

  /** The whole cell in one second, by parts of all slots. */
  record LimitSample(double guaranteed, double allowed, double used) {}

  private record PolicedTask(int node, boolean opportunistic) {}

  private final int cores;
  private final LongMap<PolicedTask> running = new LongMap<>();
  private final int[] guaranteed;
  private final int[] opportunistic;
  private final double[] allowed;
  private LongSupplier clock = () -> 0;
  private long fromNs = Long.MAX_VALUE;
  private long untilNs = Long.MAX_VALUE;
  private long evicted;
  private double gapsOfNodes;
  final List<LimitSample> samples = new ArrayList<>();

  PolicedLedger(int nodes, int cores) {
    this.cores = cores;
    this.guaranteed = new int[nodes];
    this.opportunistic = new int[nodes];
    this.allowed = new double[nodes];
    Arrays.fill(allowed, 1);
  }

  void readTimeFrom(LongSupplier nowNs) {
    clock = nowNs;
  }

  void count(long windowFromNs, long windowUntilNs) {
    fromNs = windowFromNs;
    untilNs = windowUntilNs;
  }

  @Override
  public void launched(int node, Launch launch) {
    var task = new PolicedTask(node, launch.demand().isOpportunistic());
    running.put(launch.run(), task);
    count(task, 1);
  }

  private void count(PolicedTask task, int more) {
    (task.opportunistic ? opportunistic : guaranteed)[task.node] += more;
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    switch (event) {
      case SetOpportunisticLimits limits -> allowed[to.index()] = limits.shareOfMemory();
      case RunExited exit -> exited(exit);
      default -> {} // not counted
    }
  }

  private void exited(RunExited exit) {
    var task = running.remove(exit.run());
    if (task != null) {
      count(task, -1);
      long nowNs = clock.getAsLong();
      boolean counts = nowNs >= fromNs && nowNs < untilNs;
      evicted += counts && !exit.result().succeeded() ? 1 : 0;
    }
  }

  void sample(double load) {
    double all = (double) cores * allowed.length;
    double gap = 0;
    for (int node = 0; node < allowed.length; node++) {
      gap += Math.abs(allowed[node] - (double) opportunistic[node] / cores);
    }
    gapsOfNodes += gap / allowed.length;
    samples.add(
        new LimitSample(
            Arrays.stream(guaranteed).sum() / all,
            Arrays.stream(allowed).average().orElse(0),
            Arrays.stream(opportunistic).sum() / all));
  }

  /** Opportunistic tasks that had to give way, of each node in so long. */
  double evictedPerNode(double seconds) {
    return (double) evicted / allowed.length * seconds / samples.size();
  }

  double usedPercent() {
    return PERCENT * samples.stream().mapToDouble(LimitSample::used).average().orElse(0);
  }

  double guaranteedPercent() {
    return PERCENT * samples.stream().mapToDouble(LimitSample::guaranteed).average().orElse(0);
  }

  /** Between what is allowed and what is used in the whole cell, on average, in points. */
  double gapPoints() {
    return PERCENT
        * samples.stream()
            .mapToDouble(each -> Math.abs(each.allowed - each.used))
            .average()
            .orElse(0);
  }

  /** The same of each node. */
  double gapOfNodesPoints() {
    return PERCENT * gapsOfNodes / samples.size();
  }
}
