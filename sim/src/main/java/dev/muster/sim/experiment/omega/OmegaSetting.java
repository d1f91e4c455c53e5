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
import dev.muster.sim.drive.CellSpec.Sharing;
import dev.muster.sim.experiment.Settings;
import java.util.List;

/** The configuration of one run, in the terms of the simulator of the Omega paper. */
record OmegaSetting(long seed, CellSize size, Scheme scheme, ThinkTimes thinking, long horizonNs) {

  private static final Resources MACHINE = new Resources(4_000, 16L << 30);

  /** Where machines are divided, unless set. */
  private static final double BATCH_SHARE = 0.8;

  /** After how long a job that found too little room is in line again. */
  static final long RETRY_NS = 1_000_000_000L;

  /** No message is lost here, so that none need be repeated; beats would only cost time. */
  private static final long NEVER_NS = 1L << 60;

  /**
   * @param machine what each machine has
   * @param prefill jobs that run from the start and never end
   * @param batchShare how much of the machines is for batch jobs where they are divided
   */
  record CellSize(int machines, Resources machine, List<PrefillJob> prefill, double batchShare) {

    /** Machines of 4 cpus and 16 GB, with so many tasks of 1 cpu and 2 GB on them. */
    static CellSize usual(int machines, int prefill, double batchShare) {
      return new CellSize(machines, MACHINE, PrefillJob.like(prefill), batchShare);
    }

    int batchMachines() {
      return (int) Math.round(machines * batchShare);
    }

    /** How many of so many prefilled tasks are on the machines for batch jobs. */
    int batchPart(int tasks) {
      return Math.round((float) tasks * batchMachines() / machines);
    }

    long prefillTasks() {
      return prefill.stream().mapToLong(PrefillJob::tasks).sum();
    }
  }

  /** Like tasks that run from the start and never end. */
  record PrefillJob(int tasks, Resources each) {

    private static final Resources USUAL = new Resources(1_000, 2L << 30);

    static List<PrefillJob> like(int tasks) {
      return tasks == 0 ? List.of() : List.of(new PrefillJob(tasks, USUAL));
    }
  }

  /**
   * Who schedules, and with which options claims are committed.
   *
   * @param minOfferMillis the free cpu below which nothing is offered, where resources are offered
   */
  record Scheme(
      Architecture architecture,
      TransactionOptions options,
      int batchSchedulers,
      long minOfferMillis) {

    /** As in the paper's simulator. */
    private static final long MIN_OFFER_MILLIS = 100_000;

    Scheme(Architecture architecture, TransactionOptions options, int batchSchedulers) {
      this(architecture, options, batchSchedulers, MIN_OFFER_MILLIS);
    }
  }

  /** How long schedulers think about a job, and about each of its tasks. */
  record ThinkTimes(long batchJobNs, long serviceJobNs, long taskNs) {}

  /** Schedulers that share the state, one for each workload; think times of services are apart. */
  static OmegaSetting base(Settings settings) {
    return of(
        settings,
        CellSize.usual(settings.whole("machines"), settings.whole("prefill"), BATCH_SHARE),
        new Scheme(Architecture.SHARED, TransactionOptions.STANDARD, 1),
        0);
  }

  static OmegaSetting of(Settings settings, CellSize size, Scheme scheme, long serviceJobNs) {
    return new OmegaSetting(
        settings.seed(),
        size,
        scheme,
        new ThinkTimes(
            settings.secondsNs("batchJobSeconds"), serviceJobNs, settings.secondsNs("taskSeconds")),
        settings.secondsNs("horizonSeconds"));
  }

  static TransactionOptions options(String conflict, String commit) {
    var options =
        commit.equals("incremental") ? TransactionOptions.STANDARD : TransactionOptions.GANG;
    return conflict.equals("fit") ? options : options.coarseGrained();
  }

  Architecture architecture() {
    return scheme.architecture;
  }

  OmegaSetting with(Scheme other) {
    return new OmegaSetting(seed, size, other, thinking, horizonNs);
  }

  OmegaSetting with(Architecture other) {
    return with(new Scheme(other, scheme.options, scheme.batchSchedulers, scheme.minOfferMillis));
  }

  OmegaSetting with(TransactionOptions other) {
    return with(
        new Scheme(scheme.architecture, other, scheme.batchSchedulers, scheme.minOfferMillis));
  }

  OmegaSetting withBatchSchedulers(int count) {
    return with(new Scheme(scheme.architecture, scheme.options, count, scheme.minOfferMillis));
  }

  OmegaSetting withServiceJobNs(long ns) {
    var times = new ThinkTimes(thinking.batchJobNs, ns, thinking.taskNs);
    return new OmegaSetting(seed, size, scheme, times, horizonNs);
  }

  /** Where there is but one path, it is the one of services. */
  long thinkNs(boolean service, long tasks) {
    boolean slowly = service || architecture() == Architecture.MONOLITHIC_SINGLE;
    return (slowly ? thinking.serviceJobNs : thinking.batchJobNs) + thinking.taskNs * tasks;
  }

  /** Lines of jobs: those of batch jobs, then that of services. */
  int lines() {
    return scheme.batchSchedulers + 1;
  }

  /** Actors that schedule. */
  int schedulers() {
    return switch (architecture()) {
      case MONOLITHIC_SINGLE, MONOLITHIC_MULTI, OFFERS -> 1;
      case STATIC_PARTITIONS, SHARED -> lines();
    };
  }

  /**
   * All machines alike; retries after exactly a second; rejected gangs advance sequence numbers.
   */
  CellSpec cell(Thinking think, Routing routing) {
    var commit =
        CommitConfig.standard()
            .with(scheme.options)
            .withBatch(TransactionBuilder.MAX_CLAIMS)
            .with(CommitConfig.Retry.every(RETRY_NS));
    var state = new CellConfig(CellRules.standard().withRollbackAdvances(), 1);
    return CellSpec.of(seed, size.machines, size.machine)
        .withSchedulers(schedulers())
        .withTiming(Timing.seldom(NEVER_NS))
        .withThinking(think)
        .withSharing(new Sharing(commit, state, routing));
  }
}
