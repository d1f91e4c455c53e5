package dev.muster.core.node;

import dev.muster.model.Resources;
import dev.muster.model.Tier;
import org.jspecify.annotations.Nullable;

/**
 * What a machine has, what is promised of it to each tier, and what processes really have.
 *
 * <p>Promised is what runs, and what holds room for a task that is asked for or that waits until
 * evicted ones have ended. Those no longer count as promised from the moment they are told to end,
 * but as real until they have.
 */
final class Room {

  private Resources capacity;
  private final Tally guaranteed = new Tally();
  private final Tally real = new Tally();

  /** Made when the first comes: many nodes never see one. */
  private @Nullable Tally opportunistic;

  private long changes;

  Room(Resources capacity) {
    this.capacity = capacity;
  }

  /** Whether so much more can be guaranteed, whatever opportunistic tasks have. */
  boolean canGuarantee(Resources need) {
    return need.fitsIn(freeCpuMillis(), freeMemoryBytes())
        && (need.named().isEmpty() || need.namedFitIn(free().named()));
  }

  /**
   * Whether an opportunistic task of this size fits beside all that is promised.
   *
   * @param share how much of the machine opportunistic tasks may have together
   */
  boolean hasIdle(Resources need, double share) {
    return need.fitsIn(idleCpuMillis(), idleMemoryBytes())
        && opportunistic().cpuMillis + need.cpuMillis() <= capacity.cpuMillis() * share
        && opportunistic().memoryBytes + need.memoryBytes() <= capacity.memoryBytes() * share
        && (need.named().isEmpty() || need.namedFitIn(idle().named()));
  }

  /** Whether opportunistic tasks have what is promised to guaranteed ones. */
  boolean mustEvict() {
    return opportunistic != null
        && !opportunistic.isZero()
        && (idleCpuMillis() < 0 || idleMemoryBytes() < 0 || lacksNamed());
  }

  private boolean lacksNamed() {
    return !capacity.named().isEmpty() && idle().isNegative();
  }

  /** How much more is promised than there is; not positive where it suffices. */
  Resources shortage() {
    return Resources.NONE.minus(idle());
  }

  /** Whether a process of this size can start this moment. */
  boolean reallyFits(Resources need) {
    return need.fitsIn(
            capacity.cpuMillis() - real.cpuMillis, capacity.memoryBytes() - real.memoryBytes)
        && (need.named().isEmpty() || need.namedFitIn(capacity.minus(real.toResources()).named()));
  }

  void promise(Tier tier, Resources amount) {
    tally(tier).add(amount);
  }

  void takeBack(Tier tier, Resources amount) {
    tally(tier).subtract(amount);
  }

  private Tally tally(Tier tier) {
    if (tier == Tier.GUARANTEED) {
      changes++;
      return guaranteed;
    }
    return opportunistic();
  }

  private Tally opportunistic() {
    if (opportunistic == null) {
      opportunistic = new Tally();
    }
    return opportunistic;
  }

  /** Makes guaranteed what was opportunistic, unless more than there is would be. */
  boolean upgrade(Resources amount) {
    if (!canGuarantee(amount)) {
      return false;
    }
    takeBack(Tier.OPPORTUNISTIC, amount);
    promise(Tier.GUARANTEED, amount);
    return true;
  }

  void started(Resources amount) {
    real.add(amount);
  }

  void ended(Resources amount) {
    real.subtract(amount);
  }

  void resize(Resources to) {
    capacity = to;
    changes++;
  }

  /** Another number whenever another amount may be left to guarantee. */
  long changes() {
    return changes;
  }

  Resources capacity() {
    return capacity;
  }

  /** What is not guaranteed to anyone; below zero where the machine has shrunk. */
  Resources free() {
    return capacity.minus(guaranteed.toResources());
  }

  private Resources idle() {
    return free().minus(opportunistic().toResources());
  }

  /** Whether nothing of cpu or memory is left to guarantee. */
  boolean isFull() {
    return freeCpuMillis() <= 0 || freeMemoryBytes() <= 0;
  }

  private long freeCpuMillis() {
    return capacity.cpuMillis() - guaranteed.cpuMillis;
  }

  private long freeMemoryBytes() {
    return capacity.memoryBytes() - guaranteed.memoryBytes;
  }

  private long idleCpuMillis() {
    return freeCpuMillis() - opportunistic().cpuMillis;
  }

  private long idleMemoryBytes() {
    return freeMemoryBytes() - opportunistic().memoryBytes;
  }
}
