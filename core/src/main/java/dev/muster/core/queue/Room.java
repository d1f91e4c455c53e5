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

  private final Tally[] promised = {new Tally(), new Tally()};
  private final Tally real = new Tally();
  private Resources capacity;

  Room(Resources capacity) {
    this.capacity = capacity;
  }

  /** Whether so much more can be guaranteed, whatever opportunistic tasks have. */
  boolean canGuarantee(Resources need) {
    return of(Tier.GUARANTEED).leaves(need, capacity, 1);
  }

  /**
   * Whether an opportunistic task of this size fits beside all that is promised.
   *
   * @param share how much of the machine opportunistic tasks may have together
   */
  boolean hasIdle(Resources need, double share) {
    var both = of(Tier.GUARANTEED).plus(of(Tier.OPPORTUNISTIC));
    return both.leaves(need, capacity, 1) && of(Tier.OPPORTUNISTIC).leaves(need, capacity, share);
  }

  /** Whether opportunistic tasks have what is promised to guaranteed ones. */
  boolean mustEvict() {
    var both = of(Tier.GUARANTEED).plus(of(Tier.OPPORTUNISTIC));
    return !both.leaves(Resources.NONE, capacity, 1);
  }

  /** How much more is promised than there is; not positive where it suffices. */
  Resources shortage() {
    return of(Tier.GUARANTEED).plus(of(Tier.OPPORTUNISTIC)).amount().minus(capacity);
  }

  /** Whether a process of this size can start this moment. */
  boolean reallyFits(Resources need) {
    return real.leaves(need, capacity, 1);
  }

  void promise(Tier tier, Resources amount) {
    of(tier).add(amount);
  }

  void takeBack(Tier tier, Resources amount) {
    of(tier).subtract(amount);
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

  /** What is not guaranteed to anyone. */
  Resources free() {
    return capacity.minus(of(Tier.GUARANTEED).amount());
  }

  private Tally of(Tier tier) {
    return promised[tier.ordinal()];
  }

  /** A sum that changes with every start and end. */
  private static final class Tally {
    private long cpuMillis;
    private long memoryBytes;

    void add(Resources amount) {
      cpuMillis += amount.cpuMillis();
      memoryBytes += amount.memoryBytes();
    }

    void subtract(Resources amount) {
      cpuMillis -= amount.cpuMillis();
      memoryBytes -= amount.memoryBytes();
      if (cpuMillis < 0 || memoryBytes < 0) {
        throw new IllegalStateException("gave back more than was taken: " + amount());
      }
    }

    Tally plus(Tally other) {
      var sum = new Tally();
      sum.cpuMillis = cpuMillis + other.cpuMillis;
      sum.memoryBytes = memoryBytes + other.memoryBytes;
      return sum;
    }

    boolean leaves(Resources need, Resources of, double share) {
      return cpuMillis + need.cpuMillis() <= of.cpuMillis() * share
          && memoryBytes + need.memoryBytes() <= of.memoryBytes() * share;
    }

    Resources amount() {
      return new Resources(cpuMillis, memoryBytes);
    }
  }
}
