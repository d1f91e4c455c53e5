package dev.muster.sim.fault;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.MasterEvent;
import dev.muster.sim.drive.LogFaults;
import dev.muster.sim.fault.FaultPlan.Crash;
import java.util.ArrayList;
import java.util.List;

/**
 * All that goes wrong with the masters of one run and with the log that they share, until it heals.
 * Each kind of fault is there or not, by the toss of a coin.
 */
public final class MasterFaults implements LogFaults {

  /** The log takes nothing from then until then. */
  private record Refusal(long fromNs, long toNs) {}

  private static final long MS = 1_000_000;
  private static final int MAX_CRASHES = 5;
  private static final int MAX_CHANGES = 8;
  private static final int MAX_REFUSALS = 3;
  private static final long MAX_DOWN_NS = 20_000 * MS;
  private static final long MAX_REFUSAL_NS = 6_000 * MS;
  private static final long MAX_BELIEF_NS = 8_000 * MS;
  private static final long MAX_LAG_NS = 2_000 * MS;
  private static final long MAX_ELECTION_NS = 4_000 * MS;

  private final int masters;
  private final long healNs;
  private final Fault.Injector injector;
  private final Chance chance;
  private final List<Crash> crashes = new ArrayList<>();
  private final List<Long> changes = new ArrayList<>();
  private final List<Refusal> refusals = new ArrayList<>();
  private final boolean lags;
  private final boolean loses;
  private final boolean repeats;

  /**
   * @param injector is asked about every fault
   */
  public MasterFaults(long seed, int masters, long healNs, Fault.Injector injector) {
    this.masters = masters;
    this.healNs = healNs;
    this.injector = injector;
    this.chance = Chance.of(seed, "masters");
    this.lags = chance.nextBoolean();
    this.loses = chance.nextBoolean();
    this.repeats = chance.nextBoolean();
    drawCrashes();
    for (int left = sometimes(MAX_CHANGES); left > 0; left--) {
      changes.add(chance.nextLong(healNs));
    }
    for (int left = sometimes(MAX_REFUSALS); left > 0; left--) {
      long fromNs = chance.nextLong(healNs);
      refusals.add(new Refusal(fromNs, fromNs + chance.nextLong(MAX_REFUSAL_NS)));
    }
  }

  private int sometimes(int most) {
    return chance.nextBoolean() ? chance.nextInt(most) + 1 : 0;
  }

  /** One after the other, so that others are always a majority. */
  private void drawCrashes() {
    long freeFromNs = 0;
    for (int left = sometimes(MAX_CRASHES); left > 0 && freeFromNs < healNs / 2; left--) {
      long atNs = freeFromNs + chance.nextLong(healNs / 4) + 1;
      long forNs = Math.min(chance.nextLong(MAX_DOWN_NS) + 1, healNs - atNs);
      var master = MasterEvent.at(chance.nextInt(masters));
      crashes.add(new Crash(master, atNs, forNs, Fault.MASTER_CRASHED));
      freeFromNs = atNs + forNs;
    }
  }

  public List<Crash> crashes() {
    return crashes;
  }

  /** When the leader is voted out. */
  public List<Long> changes() {
    return changes;
  }

  /** When a master makes a snapshot. */
  public long nextSnapshotNs() {
    return (1_000 + chance.nextLong(15_000)) * MS;
  }

  private boolean isHealed(long nowNs) {
    return nowNs >= healNs;
  }

  @Override
  public long followerLagNs(long nowNs) {
    return isHealed(nowNs) || !lags ? chance.nextLong(5 * MS) : chance.nextLong(MAX_LAG_NS);
  }

  @Override
  public int surviving(int pending) {
    int drawn = loses ? chance.nextInt(pending + 1) : pending;
    int kept = drawn < pending && injector.injects(Fault.ENTRY_LOST) ? drawn : pending;
    return kept > 0 && injector.injects(Fault.ENTRY_OUTLIVED_LEADER) ? kept : 0;
  }

  @Override
  public long electionNs(long nowNs) {
    return isHealed(nowNs) ? MS : chance.nextLong(MAX_ELECTION_NS);
  }

  @Override
  public int elected(int candidates) {
    return chance.nextInt(candidates);
  }

  @Override
  public long beliefNs(long nowNs) {
    boolean lingers =
        !isHealed(nowNs) && !chance.nextBoolean() && injector.injects(Fault.LEADER_LINGERED);
    return lingers ? chance.nextLong(MAX_BELIEF_NS) : 0;
  }

  @Override
  public boolean isCutOff(long nowNs) {
    return chance.nextBoolean();
  }

  @Override
  public boolean refuses(long nowNs) {
    return refusals.stream().anyMatch(one -> one.fromNs <= nowNs && nowNs < one.toNs)
        && !isHealed(nowNs)
        && injector.injects(Fault.LOG_FULL);
  }

  @Override
  public boolean commitsTwice(long nowNs) {
    return repeats
        && !isHealed(nowNs)
        && chance.nextInt(10) == 0
        && injector.injects(Fault.ENTRY_COMMITTED_TWICE);
  }

  @Override
  public boolean commitsStale(long nowNs) {
    return repeats
        && !isHealed(nowNs)
        && chance.nextBoolean()
        && injector.injects(Fault.ENTRY_STALE);
  }

  @Override
  public long routingLagNs(long nowNs) {
    return isHealed(nowNs) ? MS : chance.nextLong(MAX_BELIEF_NS);
  }
}
