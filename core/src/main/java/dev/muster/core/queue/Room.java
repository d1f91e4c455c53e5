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

  private Resources capacity;
  private long guaranteedCpuMillis;
  private long guaranteedMemoryBytes;
  private long opportunisticCpuMillis;
  private long opportunisticMemoryBytes;
  private long realCpuMillis;
  private long realMemoryBytes;
  private long changes;

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
        && opportunisticCpuMillis + need.cpuMillis() <= capacity.cpuMillis() * share
        && opportunisticMemoryBytes + need.memoryBytes() <= capacity.memoryBytes() * share;
  }

  /** Whether opportunistic tasks have what is promised to guaranteed ones. */
  boolean mustEvict() {
    return (opportunisticCpuMillis > 0 || opportunisticMemoryBytes > 0)
        && (idleCpuMillis() < 0 || idleMemoryBytes() < 0);
  }

  /** How much more is promised than there is; not positive where it suffices. */
  Resources shortage() {
    return new Resources(-idleCpuMillis(), -idleMemoryBytes());
  }

  /** Whether a process of this size can start this moment. */
  boolean reallyFits(Resources need) {
    return need.fitsIn(
        capacity.cpuMillis() - realCpuMillis, capacity.memoryBytes() - realMemoryBytes);
  }

  void promise(Tier tier, Resources amount) {
    add(tier, amount.cpuMillis(), amount.memoryBytes());
  }

  void takeBack(Tier tier, Resources amount) {
    add(tier, -amount.cpuMillis(), -amount.memoryBytes());
  }

  private void add(Tier tier, long cpuMillis, long memoryBytes) {
    if (tier == Tier.GUARANTEED) {
      changes++;
      guaranteedCpuMillis = notNegative(guaranteedCpuMillis + cpuMillis);
      guaranteedMemoryBytes = notNegative(guaranteedMemoryBytes + memoryBytes);
    } else {
      opportunisticCpuMillis = notNegative(opportunisticCpuMillis + cpuMillis);
      opportunisticMemoryBytes = notNegative(opportunisticMemoryBytes + memoryBytes);
    }
  }

  private static long notNegative(long sum) {
    if (sum < 0) {
      throw new IllegalStateException("gave back more than was taken: " + sum);
    }
    return sum;
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
    realCpuMillis += amount.cpuMillis();
    realMemoryBytes += amount.memoryBytes();
  }

  void ended(Resources amount) {
    realCpuMillis = notNegative(realCpuMillis - amount.cpuMillis());
    realMemoryBytes = notNegative(realMemoryBytes - amount.memoryBytes());
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
    return new Resources(freeCpuMillis(), freeMemoryBytes());
  }

  /** Whether nothing of some resource is left to guarantee. */
  boolean isFull() {
    return freeCpuMillis() <= 0 || freeMemoryBytes() <= 0;
  }

  private long freeCpuMillis() {
    return capacity.cpuMillis() - guaranteedCpuMillis;
  }

  private long freeMemoryBytes() {
    return capacity.memoryBytes() - guaranteedMemoryBytes;
  }

  private long idleCpuMillis() {
    return freeCpuMillis() - opportunisticCpuMillis;
  }

  private long idleMemoryBytes() {
    return freeMemoryBytes() - opportunisticMemoryBytes;
  }
}
