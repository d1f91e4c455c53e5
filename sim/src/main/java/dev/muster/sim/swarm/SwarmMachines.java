package dev.muster.sim.swarm;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.model.Usage;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.fault.Fault;
import dev.muster.sim.fault.FaultPlan;
import dev.muster.sim.fault.SickNodes;
import dev.muster.workload.TaskTimes;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/** How long tasks take on the machines of the swarm, what they use and what comes of them. */
final class SwarmMachines implements Machines {

  private static final long MS = 1_000_000;
  private static final long MIB = 1L << 20;

  /** So many tasks of jobs that are placed by estimates take so many times longer at first. */
  private static final int STRAGGLES_EVERY = 5;

  private static final int STRAGGLER_TIMES = 12;
  private static final int OUTPUT_SIZES = 50;
  private static final int STUBBORN_EVERY = 5;
  private static final int SLOW_KILLS = 8;

  /** So many tasks leave no output. */
  private static final int EMPTY_HANDED_EVERY = 4;

  /** All ways in which a task fails by itself, of which a missing file is one. */
  private static final List<RunResult> FAILURES =
      List.of(
          RunResult.failed(1, "meant to fail"),
          RunResult.unstartable("a file is missing"),
          RunResult.of(Outcome.OUT_OF_MEMORY, 137, "meant to"),
          RunResult.of(Outcome.LOG_LIMIT, 143, "meant to"),
          RunResult.of(Outcome.OUTPUT_LIMIT, 143, "meant to"));

  private final LongSupplier nowNs;
  private final Map<String, SwarmJob> jobs;
  private final TaskTimes times;
  private final FaultPlan faults;
  private final SickNodes sick;
  private final Fault.Injector injector;
  private final SwarmDisks disks;
  private final MachineRuns runs;

  /** How long the run takes that was launched last. */
  private long latestNs;

  SwarmMachines(
      LongSupplier nowNs,
      Map<String, SwarmJob> jobs,
      TaskTimes times,
      FaultPlan faults,
      SickNodes sick,
      Fault.Injector injector,
      SwarmDisks disks,
      MachineRuns runs) {
    this.nowNs = nowNs;
    this.jobs = jobs;
    this.times = times;
    this.faults = faults;
    this.sick = sick;
    this.injector = injector;
    this.disks = disks;
    this.runs = runs;
  }

  @Override
  public long durationNs(int node, Work work) {
    if (sick.resultOn(node, nowNs.getAsLong()) != null) {
      return MS;
    }
    double drawn = faults.slownessOf(node, nowNs.getAsLong());
    double slowness = drawn > 1 && injector.injects(Fault.NODE_SLOW) ? drawn : 1;
    var withoutInputs = disks.withoutInputs(work);
    latestNs =
        withoutInputs
            .map(SwarmDisks::durationNs)
            .orElseGet(() -> Math.round(usualNs(work) * slowness));
    return latestNs;
  }

  /** On a machine that is as fast as it was said to be, with all inputs there. */
  long undisturbedNs(Work work) {
    return disks.withoutInputs(work).map(SwarmDisks::durationNs).orElseGet(() -> usualNs(work));
  }

  private long usualNs(Work work) {
    long ns = times.durationNs(work);
    return straggles(work) ? STRAGGLER_TIMES * ns : ns;
  }

  /** Some first attempts: the next one of the task does better. */
  private boolean straggles(Work work) {
    return isEstimated(work) && work.attempt() == 1 && work.index() % STRAGGLES_EVERY == 0;
  }

  private boolean isEstimated(Work work) {
    var job = jobs.get(work.home());
    return job != null && job.isEstimated();
  }

  /** Reads and computes evenly; a straggler uses no more than others, later. */
  @Override
  public LongFunction<Usage> progress(int node, Launch launch) {
    var work = launch.work();
    long workNs = Math.max(1, latestNs);
    double cpuNs = times.durationNs(work) * launch.demand().resources().cpuMillis() / 1e3;
    double readBytes = inputBytes(work);
    long memoryBytes = launch.demand().resources().memoryBytes();
    return ranNs -> {
      double done = Math.min(1, (double) ranNs / workNs);
      return new Usage((long) (done * cpuNs), memoryBytes, (long) (done * readBytes), 0);
    };
  }

  private static long inputBytes(Work work) {
    long sum = 0;
    for (var input : work.spec().inputs()) {
      sum += input.isReadBy(work.index()) ? input.bytes() : 0;
    }
    return sum;
  }

  @Override
  public RunResult result(int node, Work work) {
    var sickness = sick.resultOn(node, nowNs.getAsLong());
    return sickness == null ? result(work) : sickness;
  }

  private RunResult result(Work work) {
    var withoutInputs = disks.withoutInputs(work);
    if (withoutInputs.isPresent()) {
      return withoutInputs.get();
    }
    var job = jobs.get(work.home());
    int failing = job == null ? 1 : job.failures();
    boolean fails = work.index() % SwarmJob.FAILING_EVERY == 0 && work.attempt() <= failing;
    return fails
        ? FAILURES.get((work.stage() + work.attempt()) % FAILURES.size())
        : hasOutput(work) ? RunResult.SUCCESS.withOutput(outputBytes(work)) : RunResult.SUCCESS;
  }

  private long outputBytes(Work work) {
    return isEstimated(work) ? (1 + work.index() * 7L % OUTPUT_SIZES) * MIB : 1;
  }

  private static boolean hasOutput(Work work) {
    return (work.stage() + work.index()) % EMPTY_HANDED_EVERY != 0;
  }

  /** Some take their time, so that others come while they hold room that is promised away. */
  @Override
  public long killNs(long run) {
    return KILL_NS + run % SLOW_KILLS * 100 * MS;
  }

  /** What stands still hears nothing. */
  @Override
  public boolean stubborn(long run) {
    boolean isDue = run % STUBBORN_EVERY == 0 || runs.isFrozen(run);
    return isDue && injector.injects(Fault.RUN_STUBBORN);
  }
}
