package dev.muster.core.master;

import dev.muster.core.master.central.CentralOptions;
import dev.muster.core.master.state.cell.CellConfig;

/**
 * Settings of the master.
 *
 * @param firstJob the number of the first job
 * @param joinGraceNs how long after the latest node joined an unmatched job waits for another
 * @param central how the central scheduler places containers
 */
public record MasterConfig(
    long firstJob,
    OpenJobLimits jobs,
    SchedulerPool schedulers,
    long joinGraceNs,
    CellConfig cell,
    CentralOptions central) {

  /** By then nodes that start together have joined. */
  public static final long JOIN_GRACE_NS = 3_000_000_000L;

  /**
   * @param maxOpen how many jobs may be open; one more is rejected
   * @param maxOpenTasks how many tasks open jobs may have together
   * @param endedKept how many ended jobs, and their keys, are kept
   */
  public record OpenJobLimits(int maxOpen, long maxOpenTasks, int endedKept) {}

  /**
   * @param count how many schedulers share the jobs
   * @param routing which scheduler gets a job
   */
  public record SchedulerPool(int count, Routing routing) {}

  public static MasterConfig standard() {
    return new MasterConfig(
        1,
        new OpenJobLimits(100_000, 50_000_000, 10_000),
        new SchedulerPool(1, Routing.BY_NUMBER),
        JOIN_GRACE_NS,
        CellConfig.standard(),
        CentralOptions.STANDARD);
  }

  public MasterConfig withFirstJob(long number) {
    return new MasterConfig(number, jobs, schedulers, joinGraceNs, cell, central);
  }

  public MasterConfig with(OpenJobLimits limits) {
    return new MasterConfig(firstJob, limits, schedulers, joinGraceNs, cell, central);
  }

  public MasterConfig withSchedulers(int count) {
    return with(new SchedulerPool(count, schedulers.routing()));
  }

  public MasterConfig with(Routing routing) {
    return with(new SchedulerPool(schedulers.count(), routing));
  }

  private MasterConfig with(SchedulerPool pool) {
    return new MasterConfig(firstJob, jobs, pool, joinGraceNs, cell, central);
  }

  public MasterConfig withJoinGraceNs(long longest) {
    return new MasterConfig(firstJob, jobs, schedulers, longest, cell, central);
  }

  /** For a cell whose nodes are all present from the start. */
  public MasterConfig settled() {
    return withJoinGraceNs(0);
  }

  public MasterConfig with(CellConfig other) {
    return new MasterConfig(firstJob, jobs, schedulers, joinGraceNs, other, central);
  }

  public MasterConfig with(CentralOptions other) {
    return new MasterConfig(firstJob, jobs, schedulers, joinGraceNs, cell, other);
  }
}
