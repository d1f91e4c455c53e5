package dev.muster.model;

/**
 * The load of a node, by the estimates of its tasks.
 *
 * @param queuedNs the sum of the estimates of all queued tasks
 * @param runningNs the sum of the remaining times of all runs
 * @param idleNs T_l of Mercury: 0 while an opportunistic task runs or could start, else since when
 *     none has run
 * @param waits the predicted wait by size (after Apollo)
 * @param delayNs the queueing delay of opportunistic tasks, T_q + T_r of Mercury: how long one that
 *     arrives now is expected to wait; {@link #NEVER} where none can start. What a node sheds by
 * @param opportunistic how many opportunistic tasks wait
 */
public record Load(
    long queuedNs, long runningNs, long idleNs, WaitMatrix waits, long delayNs, int opportunistic) {

  public static final long NEVER = Long.MAX_VALUE;

  /** Of a node that has just started. */
  public static final Load NONE = new Load(0, 0, 0, WaitMatrix.NO_WAIT);

  /** Of a node where opportunistic tasks do not wait. */
  public Load(long queuedNs, long runningNs, long idleNs, WaitMatrix waits) {
    this(queuedNs, runningNs, idleNs, waits, 0, 0);
  }

  /** Whether opportunistic tasks run or wait there, or could run. */
  public boolean servesOpportunistic() {
    return idleNs == 0 || opportunistic > 0;
  }

  /**
   * The rank of the node for opportunistic tasks, R = T_q + T_r + T_l of Mercury: the smaller, the
   * sooner they start.
   */
  public long rankNs() {
    return idleNs > NEVER - delayNs ? NEVER : delayNs + idleNs;
  }
}
