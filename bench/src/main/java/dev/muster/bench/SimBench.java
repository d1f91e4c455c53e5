package dev.muster.bench;

import dev.muster.check.Observer;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Work;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.drive.Simulation;
import dev.muster.workload.Distribution;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.TaskTimes;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * How many events the virtual-time driver gets through on one thread, with the production actors,
 * and what each allocates.
 *
 * <p>The cell: one-slot nodes at 80% load, jobs of 100 tasks of 100 ms on average. A first part is
 * run and not counted, so that the JIT compiler and the cell have settled.
 */
public final class SimBench {

  /**
   * @param tasksPerSecond simulated task completions per second of wall time
   * @param cpuSeconds of the one thread that runs the simulation
   */
  public record SimResult(
      int nodes,
      long events,
      double eventsPerSecond,
      double eventsPerCpuSecond,
      double tasksPerSecond,
      double bytesPerEvent,
      double wallSeconds,
      double cpuSeconds,
      String traceHash) {

    /** As people read it. */
    public List<String> lines() {
      return List.of(
          String.format(
              Locale.ROOT,
              "%,.0f events/s, %.0f bytes each (%,d nodes, %,d events, trace hash %s)",
              eventsPerSecond,
              bytesPerEvent,
              nodes,
              events,
              traceHash));
    }
  }

  private static final double LOAD = 0.8;
  private static final int TASKS_PER_JOB = 100;
  private static final double MEAN_TASK_NS = 100e6;
  private static final long DELAY_NS = 500_000;

  private final SimCell cell;
  private final JobStream jobs;

  private SimBench(int nodes, long seed) {
    var slot = new Resources(1_000, 1L << 30);
    var times = new TaskTimes(seed, new Distribution.Exponential(MEAN_TASK_NS));
    var job = JobSpec.of("bench", StageSpec.of("s", TASKS_PER_JOB, slot, List.of("modelled")));
    var spec = CellSpec.of(seed, nodes, slot).withSchedulers(4);
    var ended = new EndedTasks();
    this.cell =
        SimCell.calm(
            spec,
            SchedulerMaker.PRODUCTION,
            DELAY_NS,
            new SampledMachines(times),
            Observer.NONE,
            ended);
    var arrivals =
        PoissonArrivals.forLoad(
            LOAD, nodes, TASKS_PER_JOB, MEAN_TASK_NS, Chance.of(seed, "arrivals"));
    this.jobs = new JobStream(cell, ended, job, arrivals, 0);
  }

  private record SampledMachines(TaskTimes times) implements Machines {
    @Override
    public long durationNs(int node, Work work) {
      return times.durationNs(work);
    }
  }

  public static SimResult run(int nodes, long events, long seed) {
    var bench = new SimBench(nodes, seed);
    bench.jobs.runUntil(bench.more(events / 4));
    return bench.measure(events);
  }

  private SimResult measure(long events) {
    var measured = jobs.measure(more(events));
    var taken = measured.taken();
    return new SimResult(
        cell.nodes(),
        measured.events(),
        measured.eventsPerSecond(),
        measured.events() / taken.cpuSeconds(),
        measured.tasks() / taken.wallSeconds(),
        measured.bytesPerEvent(),
        taken.wallSeconds(),
        taken.cpuSeconds(),
        "%016x".formatted(cell.simulation().traceHash()));
  }

  /** So many events after those there were. */
  private Predicate<Simulation> more(long events) {
    long end = cell.simulation().events() + events;
    return simulation -> simulation.events() >= end;
  }
}
