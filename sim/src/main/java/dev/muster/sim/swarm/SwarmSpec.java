package dev.muster.sim.swarm;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Timing.Reports;
import dev.muster.core.cell.OwnerLimits;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.cell.TransactionOptions.Atomicity;
import dev.muster.core.cell.TransactionOptions.ConflictDetection;
import dev.muster.core.master.Routing;
import dev.muster.core.master.state.cell.CellConfig;
import dev.muster.core.master.state.cell.CellRules;
import dev.muster.core.master.state.cell.CellRules.Preemption;
import dev.muster.core.monitor.MonitorConfig;
import dev.muster.core.monitor.MonitorConfig.Policing;
import dev.muster.core.monitor.MonitorConfig.Shedding;
import dev.muster.core.node.NodeConfig;
import dev.muster.core.node.queue.DisciplineConfig;
import dev.muster.core.node.queue.DisciplineConfig.ServiceOrder;
import dev.muster.core.node.queue.OpportunisticQueue;
import dev.muster.core.node.queue.QueueConfig;
import dev.muster.core.node.queue.QueueConfig.OpportunisticConfig;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.core.scheduler.place.commit.Refresh;
import dev.muster.core.scheduler.place.estimated.EstimatedOptions;
import dev.muster.core.scheduler.place.estimated.EstimatedOptions.Corrections;
import dev.muster.core.scheduler.place.estimated.EstimatedOptions.MatchingOptions;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.sim.compare.probe.ProbeMode;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.CellSpec.CellMachines;
import dev.muster.sim.drive.CellSpec.CellSampling;
import dev.muster.sim.drive.CellSpec.SampleWay;
import dev.muster.sim.drive.CellSpec.Sharing;

/** Draws the settings of a cell: every part of it by a stream of chance of its own. */
final class SwarmSpec {

  private static final long MS = 1_000_000;

  /** More than the largest gang has tasks, so that it always fits one day. */
  private static final int LEAST_CLAIMS = 50;

  private SwarmSpec() {}

  /**
   * @param framework what the scheduler beyond the last may hold
   */
  static CellSpec draw(
      long seed, Chance chance, int schedulers, Ground ground, OwnerLimits framework) {
    var way = way(chance);
    double ratio = 1 + 2 * chance.nextDouble();
    var node = node(Chance.of(seed, "node"));
    int askAhead = chance.nextInt(3);
    var drawn = extras(Chance.of(seed, "extras")).withAskAhead(askAhead);
    return new CellSpec(
        seed,
        schedulers,
        new CellMachines(ground.capacities(), ground.attributes(), node),
        timing(Chance.of(seed, "timing")),
        new CellSampling(way, ratio, drawn),
        new ThinkTime(chance.nextInt(20) * MS, 0),
        sharing(Chance.of(seed, "sharing"), schedulers, framework)
            .with(SwarmMercury.central(Chance.of(seed, "central")))
            .with(SwarmMercury.hybrid(Chance.of(seed, "hybrid"))),
        estimated(Chance.of(seed, "estimated")),
        monitor(Chance.of(seed, "monitor")));
  }

  /** Half of the time the monitor limits opportunistic tasks; horizons are as short as swarms. */
  private static MonitorConfig monitor(Chance chance) {
    var shedding =
        chance.nextBoolean()
            ? Shedding.OFF
            : new Shedding(2 * chance.nextDouble(), chance.nextInt(2_000) * MS);
    long horizonNs = (1 + chance.nextInt(10_000)) * MS;
    var policing =
        chance.nextBoolean()
            ? Policing.OFF
            : new Policing(horizonNs, horizonNs * (1 + chance.nextInt(5)), chance.nextInt(3));
    return new MonitorConfig(shedding, policing);
  }

  private static Timing timing(Chance chance) {
    var usual = Timing.standard();
    var often = new Reports((200 + chance.nextInt(2_000)) * MS, (200 + chance.nextInt(800)) * MS);
    return chance.nextBoolean() ? usual : usual.with(often);
  }

  /** Half of the time corrections come at the slightest provocation, and batches are small. */
  private static EstimatedOptions estimated(Chance chance) {
    var usual = MatchingOptions.STANDARD;
    var small =
        new MatchingOptions(
            1 + chance.nextInt(8),
            1 + chance.nextInt(usual.maxIterations()),
            1 + chance.nextInt(4),
            usual.significantShare(),
            chance.nextDouble(),
            usual.confidentIntervals(),
            chance.nextDouble(),
            chance.nextInt(3));
    var eager =
        new Corrections(
            1 + chance.nextDouble(), chance.nextDouble(), 0.1 * chance.nextDouble(), 3, 1.1, 0.5);
    return chance.nextBoolean()
        ? EstimatedOptions.STANDARD
        : EstimatedOptions.STANDARD.with(small).with(eager);
  }

  /** Late binding half of the time: most of what can go wrong can only go wrong there. */
  private static SampleWay way(Chance chance) {
    var modes = ProbeMode.values();
    return chance.nextBoolean()
        ? SampleWay.LATE
        : new SampleWay(modes[chance.nextInt(modes.length)], chance.nextInt(50) * MS);
  }

  /** Terms of all kinds; which stages must go in whole is said by their jobs. */
  private static Sharing sharing(Chance chance, int schedulers, OwnerLimits framework) {
    var config =
        CommitConfig.standard().withBatch(1 + chance.nextInt(40)).with(refresh(chance, schedulers));
    var terms =
        new TransactionOptions(
            chance.nextInt(3) == 0 ? Atomicity.ALL_OR_NOTHING : Atomicity.INCREMENTAL,
            chance.nextInt(3) == 0
                ? ConflictDetection.COARSE_GRAINED
                : ConflictDetection.FINE_GRAINED,
            chance.nextBoolean(),
            chance.nextBoolean());
    var cell = new CellConfig(CellRules.standard(), 1 + chance.nextInt(4));
    var routing = chance.nextBoolean() ? Routing.BY_NUMBER : Routing.BY_KIND;
    var preemption = Preemption.values();
    var rules =
        cell.rules()
            .with(preemption[chance.nextInt(preemption.length)])
            .withMaxClaims(LEAST_CLAIMS + chance.nextInt(LEAST_CLAIMS));
    var limited = new CellConfig(rules, cell.partitions()).withLimits(schedulers, framework);
    return new Sharing(config.with(terms), limited, routing);
  }

  private static Refresh refresh(Chance chance, int schedulers) {
    return new Refresh(
        schedulers,
        (1 + chance.nextInt(1_000)) * MS,
        Refresh.Order.values()[chance.nextInt(Refresh.Order.values().length)],
        Refresh.Preference.values()[chance.nextInt(Refresh.Preference.values().length)],
        chance.nextInt(100) * MS,
        chance.nextBoolean());
  }

  private static SampledOptions extras(Chance chance) {
    var drawn = chance.nextBoolean() ? SampledOptions.PLAIN.withSticky() : SampledOptions.PLAIN;
    return drawn.withAvoid(chance.nextBoolean() ? 100 * MS : 0);
  }

  /** First come, first served half of the time: only of that order promises can be checked. */
  private static NodeConfig node(Chance chance) {
    var orders = ServiceOrder.values();
    var order = chance.nextBoolean() ? ServiceOrder.FIFO : orders[chance.nextInt(orders.length)];
    var discipline =
        new DisciplineConfig(order, chance.nextInt(4) == 0, (1 + chance.nextInt(10_000)) * MS);
    var picks = OpportunisticQueue.Pick.values();
    var pick = picks[chance.nextInt(picks.length)];
    var queue = QueueConfig.STANDARD.with(discipline);
    queue = chance.nextBoolean() ? queue.withoutBackfilling() : queue;
    boolean freezes = chance.nextInt(3) == 0;
    double share = queue.opportunistic().share();
    queue = queue.with(new OpportunisticConfig(pick, share, freezes));
    queue =
        chance.nextInt(4) == 0
            ? queue.withLimits(2 + chance.nextInt(20), (1 + chance.nextInt(60)) * 1_000L * MS)
            : queue;
    return NodeConfig.standard()
        .with(queue)
        .withGrants(demand -> !demand.grant().equals(SwarmOperator.FORGED));
  }
}
