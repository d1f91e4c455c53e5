package dev.muster.sim.swarm;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Timing;
import dev.muster.core.cell.Limits;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.cell.TransactionOptions.Conflicts;
import dev.muster.core.cell.TransactionOptions.Unit;
import dev.muster.core.master.CommitService;
import dev.muster.core.master.Routing;
import dev.muster.core.master.state.CellRules;
import dev.muster.core.master.state.Preemption;
import dev.muster.core.node.NodeConfig;
import dev.muster.core.node.OpportunisticPick;
import dev.muster.core.node.QueueOrder;
import dev.muster.core.scheduler.CommitConfig;
import dev.muster.core.scheduler.Refresh;
import dev.muster.core.scheduler.ThinkTime;
import dev.muster.core.scheduler.place.Extras;
import dev.muster.core.scheduler.place.Sampled;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.CellSpec.CellNodes;
import dev.muster.sim.drive.CellSpec.CellSampling;
import dev.muster.sim.drive.Sharing;

/** Draws the settings of a cell: every part of it by a stream of chance of its own. */
final class SwarmSpec {

  private static final long MS = 1_000_000;

  /** More than the largest gang has tasks, so that it always fits one day. */
  private static final int LEAST_CLAIMS = 50;

  private SwarmSpec() {}

  /**
   * @param framework what the scheduler beyond the last may hold
   */
  static CellSpec draw(long seed, Chance chance, int schedulers, Ground ground, Limits framework) {
    var way = way(chance);
    double ratio = 1 + 2 * chance.nextDouble();
    var node = node(Chance.of(seed, "node"));
    int askAhead = chance.nextInt(3);
    var drawn = extras(Chance.of(seed, "extras")).withAskAhead(askAhead);
    return new CellSpec(
        seed,
        schedulers,
        new CellNodes(ground.capacities(), ground.attributes(), node),
        Timing.standard(),
        new CellSampling(way, ratio, drawn),
        new ThinkTime(chance.nextInt(20) * MS, 0),
        sharing(Chance.of(seed, "sharing"), schedulers, framework));
  }

  /** Late binding half of the time: most of what can go wrong can only go wrong there. */
  private static Sampled.Way way(Chance chance) {
    var ways = Sampled.Way.values();
    return chance.nextBoolean() ? Sampled.Way.LATE : ways[chance.nextInt(ways.length)];
  }

  /** Terms of all kinds; which stages must go in whole is said by their jobs. */
  private static Sharing sharing(Chance chance, int schedulers, Limits framework) {
    var config =
        CommitConfig.standard().withBatch(1 + chance.nextInt(40)).with(refresh(chance, schedulers));
    var terms =
        new TransactionOptions(
            chance.nextInt(3) == 0 ? Unit.TRANSACTION : Unit.CLAIM,
            chance.nextInt(3) == 0 ? Conflicts.SEQUENCE : Conflicts.FIT,
            chance.nextBoolean(),
            chance.nextBoolean());
    var cell = new CommitService.Config(CellRules.standard(), 1 + chance.nextInt(4));
    var routing = chance.nextBoolean() ? Routing.BY_NUMBER : Routing.BY_KIND;
    var preemption = Preemption.values();
    var rules =
        cell.rules()
            .with(preemption[chance.nextInt(preemption.length)])
            .withMaxClaims(LEAST_CLAIMS + chance.nextInt(LEAST_CLAIMS));
    var limited =
        new CommitService.Config(rules, cell.partitions()).withLimits(schedulers, framework);
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

  private static Extras extras(Chance chance) {
    var drawn = chance.nextBoolean() ? Extras.PLAIN.withSticky() : Extras.PLAIN;
    drawn = drawn.withAvoid(chance.nextBoolean() ? 100 * MS : 0);
    return drawn.withReuse(chance.nextInt(50) * MS);
  }

  /** First come, first served half of the time: only of that order promises can be checked. */
  private static NodeConfig node(Chance chance) {
    var kinds = QueueOrder.Kind.values();
    var kind = chance.nextBoolean() ? QueueOrder.Kind.FIFO : kinds[chance.nextInt(kinds.length)];
    var order = new QueueOrder(kind, chance.nextInt(4) == 0, (1 + chance.nextInt(10_000)) * MS);
    var picks = OpportunisticPick.values();
    var drawn =
        NodeConfig.standard()
            .withOrder(order)
            .withPick(picks[chance.nextInt(picks.length)])
            .withGrants(demand -> !demand.grant().equals(SwarmOperator.FORGED));
    drawn = chance.nextBoolean() ? drawn.withoutGapFilling() : drawn;
    drawn = chance.nextInt(3) == 0 ? drawn.withFreezing() : drawn;
    return chance.nextInt(4) == 0
        ? drawn.withLimits(2 + chance.nextInt(20), (1 + chance.nextInt(60)) * 1_000L * MS)
        : drawn;
  }
}
