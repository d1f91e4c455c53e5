package dev.muster.core.queue;

import dev.muster.model.Resources;
import dev.muster.model.Tier;

/**
 * What a machine has, what is promised of it to each tier, and what processes really have.
 *
 * <p>Promised is what runs, and what holds room for a task that is asked for or that waits until
 * evicted ones have ended. Those no longer count as promised from the moment they are told to end,
 * but as real until they have.
 */
final class Room {

  private final Tally guaranteed = new Tally();
  private final Tally opportunistic = new Tally();
  private final Tally real = new Tally();
  private Resources capacity;

  Room(Resources capacity) {
    this.capacity = capacity;
  }

  /** Whether so much more can be guaranteed, whatever opportunistic tasks have. */
  boolean canGuarantee(Resources need) {
    return need.fitsIn(freeCpuMillis(), freeMemoryBytes());
  }

  /**
   * Whether an opportunistic task of this size fits beside all that is promised.
   *
   * @param share how much of the machine opportunistic tasks may have together
   */
  boolean hasIdle(Resources need, double share) {
    return need.fitsIn(idleCpuMillis(), idleMemoryBytes())
        && opportunistic.cpuMillis + need.cpuMillis() <= capacity.cpuMillis() * share
        && opportunistic.memoryBytes + need.memoryBytes() <= capacity.memoryBytes() * share;
  }

  /** Whether opportunistic tasks have what is promised to guaranteed ones. */
  boolean mustEvict() {
    return opportunistic.isSome() && (idleCpuMillis() < 0 || idleMemoryBytes() < 0);
  }

  /** How much more is promised than there is; not positive where it suffices. */
  Resources shortage() {
    return new Resources(-idleCpuMillis(), -idleMemoryBytes());
  }

  /** Whether a process of this size can start this moment. */
  boolean reallyFits(Resources need) {
    return need.fitsIn(
        capacity.cpuMillis() - real.cpuMillis, capacity.memoryBytes() - real.memoryBytes);
  }

  void promise(Tier tier, Resources amount) {
    of(tier).add(amount);
  }

  void takeBack(Tier tier, Resources amount) {
    of(tier).subtract(amount);
  }

  /** Makes guaranteed what was opportunistic, unless more than there is would be. */
  boolean upgrade(Resources amount) {
    if (!canGuarantee(amount)) {
      return false;
    }
    opportunistic.subtract(amount);
    guaranteed.add(amount);
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
  }

  Resources capacity() {
    return capacity;
  }

  /** What is not guaranteed to anyone; below zero where the machine has shrunk. */
  Resources free() {
    return new Resources(freeCpuMillis(), freeMemoryBytes());
  }

  /** Whether nothing of some resource is left to guarantee. */
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
    return freeCpuMillis() - opportunistic.cpuMillis;
  }

  private long idleMemoryBytes() {
    return freeMemoryBytes() - opportunistic.memoryBytes;
  }

  private Tally of(Tier tier) {
    return tier == Tier.GUARANTEED ? guaranteed : opportunistic;
  }

  /** A sum that changes with every start and end. */
  private static final class Tally {
    long cpuMillis;
    long memoryBytes;

    void add(Resources amount) {
      cpuMillis += amount.cpuMillis();
      memoryBytes += amount.memoryBytes();
    }

    void subtract(Resources amount) {
      cpuMillis -= amount.cpuMillis();
      memoryBytes -= amount.memoryBytes();
      if (cpuMillis < 0 || memoryBytes < 0) {
        throw new IllegalStateException("gave back more than was taken: " + amount);
      }
    }

    boolean isSome() {
      return cpuMillis > 0 || memoryBytes > 0;
    }
  }
}
