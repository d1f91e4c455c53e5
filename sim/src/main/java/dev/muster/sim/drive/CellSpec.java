package dev.muster.sim.drive;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Timing;
import dev.muster.core.master.Routing;
import dev.muster.core.master.central.CentralOptions;
import dev.muster.core.master.state.cell.CellConfig;
import dev.muster.core.monitor.MonitorConfig;
import dev.muster.core.node.NodeConfig;
import dev.muster.core.node.queue.QueueConfig;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.core.scheduler.place.estimated.EstimatedOptions;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.core.scheduler.place.sampled.SampledPlacer;
import dev.muster.model.Resources;
import dev.muster.sim.compare.probe.ProbeMode;
import dev.muster.sim.compare.probe.ProbingPlacer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cell to simulate.
 *
 * @param thinking how long schedulers think
 * @param sharing how jobs share the state of the cell that want that
 * @param estimated the settings of the policy {@code estimated}
 * @param monitor what the monitor has nodes do about opportunistic tasks
 */
public record CellSpec(
    long seed,
    int schedulers,
    CellMachines machines,
    Timing timing,
    CellSampling sampling,
    Thinking thinking,
    Sharing sharing,
    EstimatedOptions estimated,
    MonitorConfig monitor) {

  /**
   * The nodes of a cell.
   *
   * @param capacities what each node has, by its index
   * @param attributes what each node is, by its index; shorter where the rest is nothing special
   * @param config how each node treats those who wait
   */
  public record CellMachines(
      List<Resources> capacities, List<Map<String, String>> attributes, NodeConfig config) {}

  /**
   * How schedulers sample.
   *
   * @param way how sampled nodes get tasks
   * @param ratio nodes drawn per task
   * @param extras what sampling does beyond the paper, schedulers and nodes alike
   * @param ofAuto the same for stages for which {@code auto} chooses to sample; null for no
   *     difference
   */
  public record CellSampling(
      SampleWay way, double ratio, SampledOptions extras, @Nullable SampledOptions ofAuto) {

    SampledOptions usual() {
      return extras.withRatio(ratio);
    }

    SampledOptions orAuto() {
      return ofAuto == null ? usual() : ofAuto.withRatio(ratio);
    }
  }

  /**
   * How jobs share the state of a cell.
   *
   * @param commit how schedulers commit their claims
   * @param cell how the master keeps the state
   * @param routing which scheduler it gives a job to
   * @param central how the master places containers
   * @param hybrid which tasks get containers
   */
  public record Sharing(
      CommitConfig commit,
      CellConfig cell,
      Routing routing,
      CentralOptions central,
      HybridOptions hybrid) {

    /** With the usual settings of Mercury. */
    public Sharing(CommitConfig commit, CellConfig cell, Routing routing) {
      this(commit, cell, routing, CentralOptions.STANDARD, HybridOptions.STANDARD);
    }

    public static Sharing standard() {
      return new Sharing(CommitConfig.standard(), CellConfig.standard(), Routing.BY_NUMBER);
    }

    public Sharing with(CommitConfig other) {
      return new Sharing(other, cell, routing, central, hybrid);
    }

    public Sharing with(CentralOptions other) {
      return new Sharing(commit, cell, routing, other, hybrid);
    }

    public Sharing with(HybridOptions other) {
      return new Sharing(commit, cell, routing, central, other);
    }
  }

  /**
   * How the jobs of a simulated cell are sampled: as in production, or in one of the ways that
   * Sparrow is compared with.
   *
   * @param mode null for late binding
   * @param reuseNs how long the answer of a node that was probed is used again
   */
  public record SampleWay(@Nullable ProbeMode mode, long reuseNs) {

    public static final SampleWay LATE = new SampleWay(null, 0);
    public static final SampleWay BATCH = new SampleWay(ProbeMode.BATCH, 0);
    public static final SampleWay PER_TASK = new SampleWay(ProbeMode.PER_TASK, 0);
    public static final SampleWay RANDOM = new SampleWay(ProbeMode.RANDOM, 0);

    public SampleWay reusing(long ns) {
      return new SampleWay(mode, ns);
    }

    Placer placer(PlacerContext context, CellSampling sampling, Chance chance) {
      return mode == null
          ? new SampledPlacer(context, sampling.usual(), sampling.orAuto(), chance)
          : new ProbingPlacer(context, mode, sampling.ratio(), reuseNs, chance);
    }
  }

  /** Like nodes, one scheduler, nothing special. */
  public static CellSpec of(long seed, int nodes, Resources capacity) {
    return new CellSpec(
        seed,
        1,
        new CellMachines(Collections.nCopies(nodes, capacity), List.of(), NodeConfig.standard()),
        Timing.standard().withoutProgress(),
        new CellSampling(SampleWay.LATE, SampledOptions.DEFAULT_RATIO, SampledOptions.PLAIN, null),
        ThinkTime.NONE,
        Sharing.standard(),
        EstimatedOptions.STANDARD,
        MonitorConfig.OFF);
  }

  public CellSpec withSchedulers(int count) {
    return new CellSpec(
        seed, count, machines, timing, sampling, thinking, sharing, estimated, monitor);
  }

  public CellSpec withTiming(Timing other) {
    return new CellSpec(
        seed, schedulers, machines, other, sampling, thinking, sharing, estimated, monitor);
  }

  public CellSpec withThinking(Thinking other) {
    return new CellSpec(
        seed, schedulers, machines, timing, sampling, other, sharing, estimated, monitor);
  }

  public CellSpec withSharing(Sharing other) {
    return new CellSpec(
        seed, schedulers, machines, timing, sampling, thinking, other, estimated, monitor);
  }

  public CellSpec with(EstimatedOptions other) {
    return new CellSpec(
        seed, schedulers, machines, timing, sampling, thinking, sharing, other, monitor);
  }

  public CellSpec with(MonitorConfig other) {
    return new CellSpec(
        seed, schedulers, machines, timing, sampling, thinking, sharing, estimated, other);
  }

  public CellSpec with(CellMachines others) {
    return new CellSpec(
        seed, schedulers, others, timing, sampling, thinking, sharing, estimated, monitor);
  }

  private CellSpec with(CellSampling other) {
    return new CellSpec(
        seed, schedulers, machines, timing, other, thinking, sharing, estimated, monitor);
  }

  /** What each node is, by its index. */
  public CellSpec withAttributes(List<Map<String, String>> others) {
    return with(new CellMachines(machines.capacities, others, machines.config));
  }

  public CellSpec withNode(NodeConfig other) {
    return with(new CellMachines(machines.capacities, machines.attributes, other));
  }

  public CellSpec withProbeRatio(double ratio) {
    return with(new CellSampling(sampling.way, ratio, sampling.extras, sampling.ofAuto));
  }

  public CellSpec withWay(SampleWay other) {
    return with(new CellSampling(other, sampling.ratio, sampling.extras, sampling.ofAuto));
  }

  public CellSpec withExtras(SampledOptions chosen) {
    return with(new CellSampling(sampling.way, sampling.ratio, chosen, sampling.ofAuto));
  }

  /** How stages are sampled for which {@code auto} chooses that. */
  public CellSpec withAuto(SampledOptions chosen) {
    return with(new CellSampling(sampling.way, sampling.ratio, sampling.extras, chosen));
  }

  public List<Resources> capacities() {
    return machines.capacities;
  }

  public NodeConfig node() {
    return machines.config;
  }

  public double probeRatio() {
    return sampling.ratio;
  }

  /** What a node is. */
  public Map<String, String> attributesOf(int node) {
    return node < machines.attributes.size() ? machines.attributes.get(node) : Map.of();
  }

  /** How a node that is nothing special treats those who wait. */
  NodeConfig nodeConfig() {
    var ahead = new QueueConfig.Sampling(sampling.extras.askAhead(), sampling.extras.avoidNs());
    return machines.config.withSampling(ahead).withAttributes(Map.of());
  }

  public int nodes() {
    return machines.capacities.size();
  }
}
