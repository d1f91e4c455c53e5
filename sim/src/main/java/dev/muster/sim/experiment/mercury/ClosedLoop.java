package dev.muster.sim.experiment.mercury;

/**
 * How many jobs are under way: as one ends another begins, whose job manager takes a while to
 * start.
 *
 * @param jobs at most so many at a time; {@link #BY_LOAD} for as many as keep the outstanding tasks
 *     at so many
 * @param outstanding as long as fewer tasks of jobs that have begun have not ended another job
 *     begins
 * @param managerNs how long a job manager takes to start
 */
record ClosedLoop(int jobs, long outstanding, long managerNs) {

  static final int BY_LOAD = 0;

  static ClosedLoop of(int jobs, long managerNs) {
    return new ClosedLoop(jobs, Long.MAX_VALUE, managerNs);
  }

  /** As the central scheduler admits jobs: while fewer tasks are outstanding. */
  static ClosedLoop byLoad(long outstanding, long managerNs) {
    return new ClosedLoop(BY_LOAD, outstanding, managerNs);
  }

  boolean admits(int underWay, long outstandingTasks) {
    return jobs == BY_LOAD ? outstandingTasks < outstanding : underWay < jobs;
  }
}
