package dev.muster.sim.drive;

import dev.muster.core.actor.Timing;
import dev.muster.core.node.NodeConfig;
import dev.muster.core.node.queue.QueueConfig;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.model.Resources;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The cell to simulate.
 *
 * @param capacities what each node has, by its index
 * @param attributes what each node is, by its index; shorter where the rest is nothing special
 * @param way how sampled nodes get tasks
 * @param probeRatio nodes drawn per task
 * @param extras what sampling does beyond the paper, schedulers and nodes alike
 * @param node how each node treats those who wait
 * @param thinking how long schedulers think
 * @param sharing how jobs share the state of the cell that want that
 */
public record CellSpec(
    long seed,
    int schedulers,
    List<Resources> capacities,
    List<Map<String, String>> attributes,
    Timing timing,
    SampleWay way,
    double probeRatio,
    SampledOptions extras,
    NodeConfig node,
    Thinking thinking,
    Sharing sharing) {

  /** Like nodes, one scheduler, nothing special. */
  public static CellSpec of(long seed, int nodes, Resources capacity) {
    return new CellSpec(
        seed,
        1,
        Collections.nCopies(nodes, capacity),
        List.of(),
        Timing.standard().withoutProgress(),
        SampleWay.LATE,
        SampledOptions.DEFAULT_RATIO,
        SampledOptions.PLAIN,
        NodeConfig.standard().withoutPredictions(),
        ThinkTime.NONE,
        Sharing.standard());
  }

  public CellSpec withSchedulers(int count) {
    return new CellSpec(
        seed,
        count,
        capacities,
        attributes,
        timing,
        way,
        probeRatio,
        extras,
        node,
        thinking,
        sharing);
  }

  /** What each node is, by its index. */
  public CellSpec withAttributes(List<Map<String, String>> others) {
    return new CellSpec(
        seed,
        schedulers,
        capacities,
        others,
        timing,
        way,
        probeRatio,
        extras,
        node,
        thinking,
        sharing);
  }

  public CellSpec withTiming(Timing other) {
    return new CellSpec(
        seed,
        schedulers,
        capacities,
        attributes,
        other,
        way,
        probeRatio,
        extras,
        node,
        thinking,
        sharing);
  }

  public CellSpec withProbeRatio(double ratio) {
    return new CellSpec(
        seed,
        schedulers,
        capacities,
        attributes,
        timing,
        way,
        ratio,
        extras,
        node,
        thinking,
        sharing);
  }

  public CellSpec withWay(SampleWay other) {
    return new CellSpec(
        seed,
        schedulers,
        capacities,
        attributes,
        timing,
        other,
        probeRatio,
        extras,
        node,
        thinking,
        sharing);
  }

  public CellSpec withExtras(SampledOptions chosen) {
    return new CellSpec(
        seed,
        schedulers,
        capacities,
        attributes,
        timing,
        way,
        probeRatio,
        chosen,
        node,
        thinking,
        sharing);
  }

  public CellSpec withNode(NodeConfig other) {
    return new CellSpec(
        seed,
        schedulers,
        capacities,
        attributes,
        timing,
        way,
        probeRatio,
        extras,
        other,
        thinking,
        sharing);
  }

  public CellSpec withThinking(Thinking other) {
    return new CellSpec(
        seed,
        schedulers,
        capacities,
        attributes,
        timing,
        way,
        probeRatio,
        extras,
        node,
        other,
        sharing);
  }

  public CellSpec withSharing(Sharing other) {
    return new CellSpec(
        seed,
        schedulers,
        capacities,
        attributes,
        timing,
        way,
        probeRatio,
        extras,
        node,
        thinking,
        other);
  }

  /** What a node is. */
  public Map<String, String> attributesOf(int node) {
    return node < attributes.size() ? attributes.get(node) : Map.of();
  }

  /** How a node that is nothing special treats those who wait. */
  NodeConfig nodeConfig() {
    return node.withSampling(new QueueConfig.Sampling(extras.askAhead(), extras.avoidNs()))
        .withAttributes(Map.of());
  }

  public int nodes() {
    return capacities.size();
  }
}
