package dev.muster.sim.experiment.omega;

import dev.muster.core.actor.Timing;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.master.Routing;
import dev.muster.core.master.state.cell.CellConfig;
import dev.muster.core.master.state.cell.CellRules;
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.model.Resources;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.Sharing;

/**
 * The configuration of one run, in the terms of the simulator of the Omega paper.
 *
 * @param prefill tasks that run from the start and never end
 * @param batchShare how much of the machines is for batch jobs where they are divided
 */
record Setting(
    long seed,
    Architecture architecture,
    int machines,
    int prefill,
    double batchShare,
    TransactionOptions options,
    int batchSchedulers,
    ThinkTimes thinking,
    long horizonNs) {

  static final int CPUS = 4;
  static final int MEMORY_GB = 16;

  private static final Resources MACHINE = new Resources(CPUS * 1_000, (long) MEMORY_GB << 30);

  /** After how long a job that found too little room is in line again. */
  static final long RETRY_NS = 1_000_000_000L;

  /** Nothing is lost here, so that nobody need ask again; beats would only cost time. */
  private static final long NEVER_NS = 1L << 60;

  /** How long schedulers think about a job, and about each of its tasks. */
  record ThinkTimes(long batchJobNs, long serviceJobNs, long taskNs) {

    ThinkTimes withServiceJobNs(long ns) {
      return new ThinkTimes(batchJobNs, ns, taskNs);
    }
  }

  Setting with(Architecture other) {
    return new Setting(
        seed, other, machines, prefill, batchShare, options, batchSchedulers, thinking, horizonNs);
  }

  Setting with(TransactionOptions other) {
    return new Setting(
        seed,
        architecture,
        machines,
        prefill,
        batchShare,
        other,
        batchSchedulers,
        thinking,
        horizonNs);
  }

  Setting with(ThinkTimes other) {
    return new Setting(
        seed,
        architecture,
        machines,
        prefill,
        batchShare,
        options,
        batchSchedulers,
        other,
        horizonNs);
  }

  Setting withBatchSchedulers(int count) {
    return new Setting(
        seed, architecture, machines, prefill, batchShare, options, count, thinking, horizonNs);
  }

  /** Where there is but one path, it is the one of services. */
  long thinkNs(boolean service, long tasks) {
    boolean slowly = service || architecture == Architecture.MONOLITHIC_SINGLE;
    return (slowly ? thinking.serviceJobNs() : thinking.batchJobNs()) + thinking.taskNs() * tasks;
  }

  /** Lines of jobs: those of batch jobs, then that of services. */
  int lines() {
    return batchSchedulers + 1;
  }

  /** Actors that schedule. */
  int schedulers() {
    return switch (architecture) {
      case MONOLITHIC_SINGLE, MONOLITHIC_MULTI, OFFERS -> 1;
      case STATIC_PARTITIONS, SHARED -> lines();
    };
  }

  /** Which part a machine is in where they are divided. */
  int partitionOf(int machine) {
    return machine < batchMachines() ? 0 : 1;
  }

  int batchMachines() {
    return (int) Math.round(machines * batchShare);
  }

  /** All machines alike; retries after exactly a second; refused gangs advance sequence numbers. */
  CellSpec cell(Thinking think, Routing routing) {
    var commit =
        CommitConfig.standard()
            .with(options)
            .withBatch(TransactionBuilder.MAX_CLAIMS)
            .with(CommitConfig.Retry.every(RETRY_NS));
    var state = new CellConfig(CellRules.standard().withRollbackAdvances(), 1);
    return CellSpec.of(seed, machines, MACHINE)
        .withSchedulers(schedulers())
        .withTiming(Timing.seldom(NEVER_NS))
        .withThinking(think)
        .withSharing(new Sharing(commit, state, routing));
  }
}
