package dev.muster.sim.swarm;

import dev.muster.core.actor.Chance;
import dev.muster.core.master.central.CentralOptions;
import dev.muster.core.master.central.CentralOptions.Mode;
import dev.muster.core.master.central.CentralOptions.PendingLimits;
import dev.muster.core.master.central.CentralOptions.QueueDiscipline;
import dev.muster.core.master.central.CentralOptions.Reserving;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.core.scheduler.place.hybrid.HybridOptions.Objectives;

/** Draws how containers are placed, and which tasks are opportunistic instead. */
final class SwarmMercury {

  private static final long MS = 1_000_000;

  /** More than the largest stage has tasks, so that every request is taken one day. */
  private static final int LEAST_CONTAINERS = 50;

  private SwarmMercury() {}

  /** Half of the cells place by heartbeat; one in four bears few requests. */
  static CentralOptions central(Chance chance) {
    var disciplines = QueueDiscipline.values();
    var mode =
        chance.nextBoolean()
            ? Mode.EVENTS
            : Mode.heartbeats(1 + chance.nextInt(4), chance.nextInt(3))
                .withSparing(chance.nextInt(3) * 1_000L * MS);
    var reserving = new Reserving(chance.nextInt(3_000) * MS, 0.5 * chance.nextDouble());
    var few = new PendingLimits(1 + chance.nextInt(3), LEAST_CONTAINERS + chance.nextInt(50));
    var options =
        CentralOptions.STANDARD
            .with(disciplines[chance.nextInt(disciplines.length)])
            .with(mode)
            .with(reserving);
    return chance.nextInt(4) == 0 ? options.with(few) : options;
  }

  /** Half of the cells promote what has run for a while. */
  static HybridOptions hybrid(Chance chance) {
    long belowNs = chance.nextBoolean() ? HybridOptions.NEVER : chance.nextInt(3_000) * MS;
    var objectives = chance.nextBoolean() ? Objectives.NONE : objectives(chance);
    long promoteAfterNs = chance.nextBoolean() ? HybridOptions.NEVER : chance.nextInt(1_000) * MS;
    double share = chance.nextInt(3) == 0 ? 1 : chance.nextDouble();
    return HybridOptions.of(belowNs, share)
        .withTopNodes(1 + chance.nextInt(8))
        .with(objectives)
        .withPromotionAfter(promoteAfterNs);
  }

  private static Objectives objectives(Chance chance) {
    return Objectives.NONE
        .withServices()
        .withLateFrom(1.5 * chance.nextDouble())
        .withProgressFrom(1.5 * chance.nextDouble());
  }
}
