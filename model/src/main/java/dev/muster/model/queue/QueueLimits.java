package dev.muster.model.queue;

/**
 * How much may be open at once in a queue and the queues below it. One job more is rejected with
 * the number.
 *
 * @param jobs that have not ended
 * @param tasks of these jobs
 * @param running how many jobs may be admitted at once; others wait in line
 * @param ofUser the same for each user of the queue
 */
public record QueueLimits(int jobs, long tasks, int running, UserLimits ofUser) {

  public static final QueueLimits NONE =
      new QueueLimits(Integer.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, UserLimits.NONE);

  /**
   * What one user may have at once in a queue and the queues below it.
   *
   * @param running how many jobs may be admitted at once
   * @param most that guaranteed tasks of the user use; any amount of what is not named
   */
  public record UserLimits(int jobs, long tasks, int running, Portions most) {

    public static final UserLimits NONE =
        new UserLimits(Integer.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, Portions.NONE);
  }
}
