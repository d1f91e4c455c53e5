package dev.muster.bench;

import com.sun.management.ThreadMXBean;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.Accepted;
import dev.muster.core.event.ClientEvent.Ended;
import dev.muster.core.event.ClientEvent.Forgotten;
import dev.muster.core.event.ClientEvent.GiveUp;
import dev.muster.core.event.ClientEvent.Progress;
import dev.muster.core.event.ClientEvent.Refused;
import dev.muster.core.event.ClientEvent.Request;
import dev.muster.core.event.Wake;
import dev.muster.core.loop.Chance;
import dev.muster.core.loop.Work;
import dev.muster.model.JobNumber;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.workload.Distribution;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.TaskTimes;
import java.lang.management.ManagementFactory;
import java.util.List;

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
  public record Result(
      int nodes,
      long events,
      double eventsPerSecond,
      double eventsPerCpuSecond,
      double tasksPerSecond,
      double bytesPerEvent,
      double wallSeconds,
      double cpuSeconds,
      String traceHash) {}

  private static final double LOAD = 0.8;
  private static final int TASKS_PER_JOB = 100;
  private static final double MEAN_TASK_NS = 100e6;
  private static final long DELAY_NS = 500_000;

  private final SimCell cell;
  private final PoissonArrivals arrivals;
  private final JobSpec job;
  private int submitted;
  private long endedTasks;

  private SimBench(int nodes, long seed) {
    var slot = new Resources(1_000, 1L << 30);
    var times = new TaskTimes(seed, new Distribution.Exponential(MEAN_TASK_NS));
    this.job = JobSpec.of("bench", StageSpec.of("s", TASKS_PER_JOB, slot, List.of("modelled")));
    var spec = CellSpec.of(seed, nodes, slot).withSchedulers(4);
    this.cell = SimCell.calm(spec, DELAY_NS, new Modelled(times), this::hear);
    this.arrivals =
        PoissonArrivals.forLoad(
            LOAD, nodes, TASKS_PER_JOB, MEAN_TASK_NS, Chance.of(seed, "arrivals"));
  }

  private record Modelled(TaskTimes times) implements Machines {
    @Override
    public long durationNs(int node, Work work) {
      return times.durationNs(work);
    }
  }

  private void hear(ClientEvent news) {
    switch (news) {
      case Ended ended when ended.report().state() == JobState.SUCCEEDED ->
          endedTasks += TASKS_PER_JOB;
      case Ended ended -> throw new ExperimentFailed("a job did not succeed: " + ended.report());
      case Refused refused ->
          throw new ExperimentFailed("the cell refused a job: " + refused.why());
      case Forgotten forgotten ->
          throw new ExperimentFailed(
              "the cell forgot how %s ended".formatted(JobNumber.format(forgotten.job())));
      case Accepted _, Progress _ -> {} // on its way
      case Request _, GiveUp _, Wake _ -> throw new IllegalArgumentException("no news: " + news);
    }
  }

  public static Result run(int nodes, long events, long seed) {
    var bench = new SimBench(nodes, seed);
    bench.advance(events / 4);
    return bench.measure(events);
  }

  private Result measure(long events) {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    var simulation = cell.simulation();
    long eventsBefore = simulation.events();
    long tasksBefore = endedTasks;
    long bytes = threads.getCurrentThreadAllocatedBytes();
    long cpuNs = threads.getCurrentThreadCpuTime();
    long wallNs = System.nanoTime();
    advance(events);
    double wall = (System.nanoTime() - wallNs) / 1e9;
    double cpu = (threads.getCurrentThreadCpuTime() - cpuNs) / 1e9;
    long allocated = threads.getCurrentThreadAllocatedBytes() - bytes;
    long done = simulation.events() - eventsBefore;
    return new Result(
        cell.nodes(),
        done,
        done / wall,
        done / cpu,
        (endedTasks - tasksBefore) / wall,
        (double) allocated / done,
        wall,
        cpu,
        "%016x".formatted(simulation.traceHash()));
  }

  /** Submits jobs as their time comes and runs so many more events. */
  private void advance(long events) {
    var simulation = cell.simulation();
    long end = simulation.events() + events;
    while (simulation.events() < end) {
      long nextNs = arrivals.nextNs();
      cell.submit(nextNs, "request-" + submitted++, job);
      simulation.runUntil(nextNs);
    }
  }
}
