package dev.muster.model;

/**
 * The progress of a stage.
 *
 * @param failed tasks that used up their retries
 * @param attempts how many attempts were started in all, lost ones included
 * @param usage of all attempts with a known end: sums, and the highest peak of memory
 * @param placed of claims; none where the tasks need no claims
 * @param kinds of what kinds the attempts were
 */
public record StageReport(
    String name,
    int tasks,
    int running,
    int succeeded,
    int failed,
    long attempts,
    Usage usage,
    Placed placed,
    AttemptKinds kinds) {

  /** Without usage and claims. */
  public StageReport(
      String name, int tasks, int running, int succeeded, int failed, long attempts) {
    this(
        name,
        tasks,
        running,
        succeeded,
        failed,
        attempts,
        Usage.NONE,
        Placed.NONE,
        AttemptKinds.NONE);
  }

  /**
   * Of the attempts those that were not plain guaranteed ones.
   *
   * @param opportunistic how many were started as opportunistic ones
   * @param evicted how many had to give way to guaranteed tasks
   * @param upgraded how many opportunistic ones became guaranteed
   * @param twins how many were started beside another attempt of their task
   * @param enlarged how many got more memory than the attempt before, which had too little
   * @param wastedNs how long those that were evicted had run, added up: work that was lost
   * @param wastedCpuNs the cpu time that they had used, as far as nodes measure it
   */
  public record AttemptKinds(
      long opportunistic,
      long evicted,
      long upgraded,
      long twins,
      long enlarged,
      long wastedNs,
      long wastedCpuNs) {

    public static final AttemptKinds NONE = new AttemptKinds(0, 0, 0, 0, 0, 0, 0);

    public AttemptKinds and(AttemptKinds more) {
      return new AttemptKinds(
          opportunistic + more.opportunistic,
          evicted + more.evicted,
          upgraded + more.upgraded,
          twins + more.twins,
          enlarged + more.enlarged,
          wastedNs + more.wastedNs,
          wastedCpuNs + more.wastedCpuNs);
    }
  }

  /**
   * How tasks were placed by claims on the cell state.
   *
   * @param tasks how many claims were accepted
   * @param preferred how many of these on a node that the task prefers
   * @param rejected how many claims were rejected: by a conflict, a limit, a full cell, or with
   *     their gang, of which every task counts
   * @param staleNs the staleness of the chosen nodes, summed over accepted claims
   * @param beyondTokens how many were placed although their job had no token left for them
   */
  public record Placed(long tasks, long preferred, long rejected, long staleNs, long beyondTokens) {

    public static final Placed NONE = new Placed(0, 0, 0, 0, 0);

    public Placed and(Placed more) {
      return new Placed(
          tasks + more.tasks,
          preferred + more.preferred,
          rejected + more.rejected,
          staleNs + more.staleNs,
          beyondTokens + more.beyondTokens);
    }

    /** The staleness of a chosen node. */
    public double meanStaleNs() {
      return tasks == 0 ? 0 : (double) staleNs / tasks;
    }
  }
}
