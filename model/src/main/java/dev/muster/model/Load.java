package dev.muster.model;

/**
 * How busy a node is and will be, by the estimates of its tasks.
 *
 * @param queuedNs how long all that waits here will run, one after the other (T_q of Mercury)
 * @param runningNs how long all that runs here has left, one after the other (T_r)
 * @param idleNs how long no opportunistic task has started here (T_l)
 * @param waits how long a task would wait, by its size (after Apollo)
 */
public record Load(long queuedNs, long runningNs, long idleNs, WaitMatrix waits) {

  /** Of a node that has just begun. */
  public static final Load NONE = new Load(0, 0, 0, WaitMatrix.NO_WAIT);

  /** By which nodes are ranked for tasks that wait: the smaller, the sooner they start. */
  public long rankNs() {
    long busyNs = later(queuedNs, runningNs);
    return later(busyNs, idleNs);
  }

  private static long later(long oneNs, long otherNs) {
    return otherNs > Long.MAX_VALUE - oneNs ? Long.MAX_VALUE : oneNs + otherNs;
  }
}
