package dev.muster.sim.swarm;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.cell.TransactionOptions.Atomicity;
import dev.muster.core.cell.TransactionOptions.ConflictDetection;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.DrainNode;
import dev.muster.core.event.NodeEvent.ResizeMachine;
import dev.muster.core.event.NodeEvent.ScheduleMaintenance;
import dev.muster.core.event.NodeEvent.SetOpportunisticLimits;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import java.util.List;
import java.util.OptionalLong;

/**
 * The whims of a {@link SwarmFramework}: what operators do to nodes, and what users do to their
 * tasks, all of it until the cell heals; then every node is as it was.
 */
final class SwarmOperator {

  static final String FORGED = "forged";

  private static final long MS = 1_000_000;
  private static final int ACTS_EVERY = 6;
  private static final int CHANGES_MIND_EVERY = 60;
  private static final int FORGES_EVERY = 20;
  private static final int MISTAKES_EVERY = 15;
  private static final int LEARNS_EVERY = 4;

  /** How long all is put right again and again, whatever was still under way. */
  private static final long RESTORE_NS = 4_000 * MS;

  private final Chance chance;
  private final List<Resources> capacities;
  private final boolean resizes;
  private final long healNs;
  private long held;

  SwarmOperator(Chance chance, List<Resources> capacities, boolean resizes, long healNs) {
    this.chance = chance;
    this.capacities = capacities;
    this.resizes = resizes;
    this.healNs = healNs;
  }

  boolean isHealed(long nowNs) {
    return nowNs >= healNs;
  }

  void beat(long nowNs, Effects out) {
    if (!isHealed(nowNs)) {
      if (chance.nextInt(ACTS_EVERY) == 0) {
        int node = anyNode();
        out.send(NodeEvent.at(node), act(capacities.get(node)));
      }
    } else if (nowNs < healNs + RESTORE_NS) {
      for (int node = 0; node < capacities.size(); node++) {
        var at = NodeEvent.at(node);
        out.send(at, new DrainNode(false));
        out.send(at, new ScheduleMaintenance(-1, 0));
        out.send(at, new ResizeMachine(capacities.get(node)));
        out.send(at, new SetOpportunisticLimits(1, Long.MAX_VALUE));
      }
    }
  }

  private NodeEvent act(Resources capacity) {
    return switch (chance.nextInt(resizes ? 4 : 3)) {
      case 0 -> new DrainNode(chance.nextInt(3) == 0);
      case 1 -> maintenance();
      case 2 -> limits();
      default -> new ResizeMachine(resized(capacity));
    };
  }

  /** For good, or for a while. */
  private SetOpportunisticLimits limits() {
    long forNs = chance.nextBoolean() ? 0 : (1 + chance.nextInt(8_000)) * MS;
    return new SetOpportunisticLimits(
        chance.nextDouble(), chance.nextDouble(), chance.nextInt(8) * 1_000L * MS, forNs);
  }

  private ScheduleMaintenance maintenance() {
    long inNs = chance.nextInt(4) == 0 ? -1 : chance.nextInt(5_000) * MS;
    return new ScheduleMaintenance(inNs, chance.nextInt(8_000) * MS);
  }

  private Resources resized(Resources capacity) {
    return new Resources(
        Math.max(1, capacity.cpuMillis() / (1 + chance.nextInt(3))),
        Math.max(1, capacity.memoryBytes() / (1 + chance.nextInt(3))),
        capacity.named());
  }

  int anyNode() {
    return chance.nextInt(capacities.size());
  }

  boolean promotes() {
    return chance.nextInt(3) == 0;
  }

  /** Whether a user no longer wants what they wanted. */
  boolean changesItsMind(long nowNs) {
    return !isHealed(nowNs) && chance.nextInt(CHANGES_MIND_EVERY) == 0;
  }

  /** Now and then how long a task takes: longer or shorter than was said, or nobody knows. */
  OptionalLong learns() {
    return chance.nextInt(LEARNS_EVERY) == 0
        ? OptionalLong.of(chance.nextInt(5) * 700L * MS)
        : OptionalLong.empty();
  }

  /** With a grant that covers the task, or one that does not. */
  Demand signed(long nowNs, Demand demand) {
    boolean forges = !isHealed(nowNs) && chance.nextInt(FORGES_EVERY) == 0;
    return forges ? demand.withGrant(FORGED) : demand;
  }

  TransactionOptions options() {
    return new TransactionOptions(
        chance.nextInt(6) == 0 ? Atomicity.ALL_OR_NOTHING : Atomicity.INCREMENTAL,
        chance.nextInt(6) == 0 ? ConflictDetection.COARSE_GRAINED : ConflictDetection.FINE_GRAINED,
        chance.nextBoolean(),
        chance.nextBoolean());
  }

  /** The machine that was meant, or one that does not exist. */
  int machine(long nowNs, int meant) {
    boolean wrong = !isHealed(nowNs) && chance.nextInt(MISTAKES_EVERY) == 0;
    return wrong ? capacities.size() + chance.nextInt(3) : meant;
  }

  void holds(long claim) {
    held = claim;
  }

  /** Now and then a claim that is held already. */
  OptionalLong heldClaim() {
    boolean again = held != 0 && chance.nextInt(MISTAKES_EVERY) == 0;
    return again ? OptionalLong.of(held) : OptionalLong.empty();
  }
}
