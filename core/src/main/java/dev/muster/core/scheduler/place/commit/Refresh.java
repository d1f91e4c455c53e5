package dev.muster.core.scheduler.place.commit;

/**
 * How schedulers keep the replicas fresh that partitioned jobs are placed on.
 *
 * @param schedulers how many there are, each of which begins at a partition of its own
 * @param gapNs in which time all of a replica is refreshed once, a part for each scheduler at a
 *     time
 * @param order which part each refreshes when
 * @param preference what comes first when machines are chosen
 * @param boundNs the delay of tasks at which {@link Preference#ADAPTIVE} turns from quality to
 *     latency
 * @param handsOver whether the busiest scheduler has the turns of those that have nothing to place,
 *     besides its own
 */
public record Refresh(
    int schedulers,
    long gapNs,
    Order order,
    Preference preference,
    long boundNs,
    boolean handsOver) {

  public enum Order {
    /** Each scheduler another part at any time. */
    OWN,
    /** All schedulers the same part. */
    SAME,
    /** All of the replica, once per gap. */
    WHOLE
  }

  public enum Preference {
    QUALITY,
    LATENCY,
    ADAPTIVE,
    /** Good machines wherever they are, however old the information. */
    ANYWHERE
  }

  private static final long MS = 1_000_000;

  public Refresh {
    if (schedulers < 1 || gapNs < schedulers || boundNs < 0) {
      throw new IllegalArgumentException(
          "refresh must have schedulers >= 1, gapNs >= schedulers and boundNs >= 0, not "
              + schedulers
              + ", "
              + gapNs
              + ", "
              + boundNs);
    }
  }

  /** As in the paper, with a bound of two seconds. */
  public static Refresh standard() {
    return new Refresh(1, 500 * MS, Order.OWN, Preference.ADAPTIVE, 2_000 * MS, false);
  }

  public Refresh withSchedulers(int count) {
    return new Refresh(count, gapNs, order, preference, boundNs, handsOver);
  }

  public Refresh with(Order other) {
    return new Refresh(schedulers, gapNs, other, preference, boundNs, handsOver);
  }

  public Refresh with(Preference other) {
    return new Refresh(schedulers, gapNs, order, other, boundNs, handsOver);
  }

  public Refresh handingOver() {
    return new Refresh(schedulers, gapNs, order, preference, boundNs, true);
  }

  /** From one refreshment to the next. */
  public long stepNs() {
    return order == Order.WHOLE ? gapNs : gapNs / schedulers;
  }

  /**
   * Whether a scheduler refreshes this partition in this step.
   *
   * @param step counts from the beginning of time, the same for all
   */
  public boolean isDue(long step, int scheduler, int partition, int partitions) {
    long part = (long) partition * schedulers / partitions;
    return switch (order) {
      case OWN -> part == Math.floorMod(step + scheduler, (long) schedulers);
      case SAME -> part == Math.floorMod(step, (long) schedulers);
      case WHOLE -> true;
    };
  }
}
