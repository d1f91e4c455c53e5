package dev.muster.core.node.queue;

/**
 * How tasks wait on a node, and how many may.
 *
 * @param discipline of guaranteed tasks
 * @param backfills whether a later task may start first where that delays none before it
 * @param maxWaiting how many tasks of both tiers may wait; one more is returned to its scheduler
 * @param maxWorkNs how much work may wait by its estimates; more is returned
 */
public record QueueConfig(
    DisciplineConfig discipline,
    boolean backfills,
    int maxWaiting,
    long maxWorkNs,
    OpportunisticConfig opportunistic,
    Sampling sampling) {

  /**
   * How a node treats opportunistic tasks.
   *
   * @param share how much of the machine they may have, until a monitor sets another limit
   * @param freezes whether they are frozen where only cpu is needed of them, and lose no work;
   *     otherwise they are evicted
   */
  public record OpportunisticConfig(OpportunisticQueue.Pick pick, double share, boolean freezes) {

    public static final OpportunisticConfig STANDARD =
        new OpportunisticConfig(OpportunisticQueue.Pick.WEIGHTED_RANDOM, 1, false);
  }

  /**
   * What a node does for schedulers that sample, beyond the paper.
   *
   * @param askAhead how many reservations ask for their task before their turn, so that no capacity
   *     idles for a round trip
   * @param busyAboveNs for how long a new reservation must be expected to wait for what runs before
   *     its scheduler gets {@code NodeBusy} at once; 0 for never
   */
  public record Sampling(int askAhead, long busyAboveNs) {

    /** As in the paper. */
    public static final Sampling PLAIN = new Sampling(0, 0);
  }

  public static final QueueConfig STANDARD =
      new QueueConfig(
          DisciplineConfig.FIFO,
          true,
          100_000,
          Long.MAX_VALUE,
          OpportunisticConfig.STANDARD,
          Sampling.PLAIN);

  public QueueConfig with(DisciplineConfig other) {
    return new QueueConfig(other, backfills, maxWaiting, maxWorkNs, opportunistic, sampling);
  }

  public QueueConfig with(OpportunisticConfig other) {
    return new QueueConfig(discipline, backfills, maxWaiting, maxWorkNs, other, sampling);
  }

  public QueueConfig with(Sampling other) {
    return new QueueConfig(discipline, backfills, maxWaiting, maxWorkNs, opportunistic, other);
  }

  public QueueConfig withLimits(int count, long workNs) {
    return new QueueConfig(discipline, backfills, count, workNs, opportunistic, sampling);
  }

  public QueueConfig withoutBackfilling() {
    return new QueueConfig(discipline, false, maxWaiting, maxWorkNs, opportunistic, sampling);
  }
}
