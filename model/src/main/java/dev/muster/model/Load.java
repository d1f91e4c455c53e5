package dev.muster.model;

/**
 * The load of a node, by the estimates of its tasks.
 *
 * @param queuedNs the sum of the estimates of queued tasks (T_q of Mercury)
 * @param runningNs the sum of the remaining times of runs (T_r)
 * @param idleNs since an opportunistic task started last (T_l)
 * @param waits the predicted wait by size (after Apollo)
 */
public record Load(long queuedNs, long runningNs, long idleNs, WaitMatrix waits) {

  /** Of a node that has just started. */
  public static final Load NONE = new Load(0, 0, 0, WaitMatrix.NO_WAIT);

  /** The rank of the node for queued tasks: the smaller, the sooner they start. */
  public long rankNs() {
    long busyNs = later(queuedNs, runningNs);
    return later(busyNs, idleNs);
  }

  private static long later(long oneNs, long otherNs) {
    return otherNs > Long.MAX_VALUE - oneNs ? Long.MAX_VALUE : oneNs + otherNs;
  }
}
