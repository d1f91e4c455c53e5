package dev.muster.model.queue;

/**
 * One queue, as its operator specified it.
 *
 * @param path as in {@code root.research.nlp}
 * @param tokens that its jobs and those of the queues below it may take together; {@link
 *     #NO_TOKENS} where jobs need none
 * @param order of the jobs of one user
 * @param maxPriority the highest priority that a job may have
 * @param suspended whether jobs are accepted and none of them starts anything new
 */
public record QueueSpec(
    String path,
    QueueShare share,
    int tokens,
    QueueAccess access,
    QueueLimits limits,
    OpportunisticQuota opportunistic,
    JobOrder order,
    int maxPriority,
    boolean suspended) {

  public static final int NO_TOKENS = 0;
  private static final char SEPARATOR = '.';

  /** In what order jobs of one user get what their queue has. */
  public enum JobOrder {
    /** By priority, then in the order of their submission. */
    FIFO,
    /** All of the same priority together, in equal shares. */
    FAIR
  }

  /** A queue without guarantee or limit. */
  public static QueueSpec of(String path) {
    return new QueueSpec(
        path,
        QueueShare.EVEN,
        NO_TOKENS,
        QueueAccess.NONE,
        QueueLimits.NONE,
        OpportunisticQuota.NONE,
        JobOrder.FIFO,
        0,
        false);
  }

  public QueueSpec with(QueueShare other) {
    return new QueueSpec(
        path, other, tokens, access, limits, opportunistic, order, maxPriority, suspended);
  }

  public QueueSpec withTokens(int count) {
    return new QueueSpec(
        path, share, count, access, limits, opportunistic, order, maxPriority, suspended);
  }

  public QueueSpec with(QueueAccess other) {
    return new QueueSpec(
        path, share, tokens, other, limits, opportunistic, order, maxPriority, suspended);
  }

  public QueueSpec with(QueueLimits other) {
    return new QueueSpec(
        path, share, tokens, access, other, opportunistic, order, maxPriority, suspended);
  }

  public QueueSpec with(OpportunisticQuota other) {
    return new QueueSpec(path, share, tokens, access, limits, other, order, maxPriority, suspended);
  }

  public QueueSpec with(JobOrder other) {
    return new QueueSpec(
        path, share, tokens, access, limits, opportunistic, other, maxPriority, suspended);
  }

  public QueueSpec withMaxPriority(int highest) {
    return new QueueSpec(
        path, share, tokens, access, limits, opportunistic, order, highest, suspended);
  }

  public QueueSpec withSuspended(boolean on) {
    return new QueueSpec(
        path, share, tokens, access, limits, opportunistic, order, maxPriority, on);
  }

  public boolean hasTokens() {
    return tokens != NO_TOKENS;
  }

  /** The path of the queue above; empty for the root. */
  public String parent() {
    int end = path.lastIndexOf(SEPARATOR);
    return end < 0 ? "" : path.substring(0, end);
  }

  /** The last part of the path. */
  public String name() {
    return path.substring(path.lastIndexOf(SEPARATOR) + 1);
  }
}
