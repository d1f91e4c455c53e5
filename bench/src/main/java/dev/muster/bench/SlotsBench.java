package dev.muster.bench;

import dev.muster.check.Observer;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.master.Routing;
import dev.muster.core.master.state.cell.CellConfig;
import dev.muster.core.master.state.cell.CellRules;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.core.scheduler.place.commit.Refresh;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.CellSpec.Sharing;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.drive.Simulation;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.workload.PoissonArrivals;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What a task costs in virtual time in a cell as large as those of ParSync: very many one-slot
 * machines, several schedulers that claim room in the cell's state, a partition for each of them,
 * jobs of 100 tasks of one to nine seconds.
 *
 * <p>A first part is run and not counted, so that the cell is as full as it will be. Nothing is
 * lost, so that actors beat seldom: what is counted is what tasks cost.
 */
public final class SlotsBench {

  /**
   * @param policy {@code partitioned} or {@code shared}
   * @param load how much of the cell the jobs that arrive would fill
   * @param seconds of virtual time to measure
   * @param kinds whether to count the events of each kind, which costs time itself
   */
  public record SlotsPlan(
      String policy,
      int slots,
      int schedulers,
      double load,
      double seconds,
      boolean kinds,
      long seed) {}

  /**
   * @param startSeconds until all machines are known to all schedulers
   * @param bytesPerSlot of the heap at that time
   * @param secondsPerMillionTasks of wall time
   * @param kinds events of each kind for each task; empty where they were not counted
   */
  public record SlotsResult(
      String policy,
      int slots,
      int schedulers,
      double startSeconds,
      double bytesPerSlot,
      long tasks,
      double wallSeconds,
      double cpuSeconds,
      double secondsPerMillionTasks,
      double eventsPerSecond,
      double eventsPerTask,
      double bytesPerTask,
      double bytesPerEvent,
      Map<String, Double> kinds,
      String traceHash) {

    /** As people read it. */
    public List<String> lines() {
      List<String> lines = new ArrayList<>();
      lines.add(
          String.format(
              Locale.ROOT,
              "%s, %,d slots, %d schedulers: started in %.1f s with %,.0f bytes a slot",
              policy,
              slots,
              schedulers,
              startSeconds,
              bytesPerSlot));
      lines.add(
          String.format(
              Locale.ROOT,
              "%,d tasks in %.1f s: %.2f s per million and %.2f of cpu, %.2f events and %,.0f bytes each",
              tasks,
              wallSeconds,
              secondsPerMillionTasks,
              cpuSeconds * MILLION / tasks,
              eventsPerTask,
              bytesPerTask));
      lines.add(
          String.format(
              Locale.ROOT,
              "%,.0f events/s, %.0f bytes each (trace hash %s)",
              eventsPerSecond,
              bytesPerEvent,
              traceHash));
      kinds.forEach(
          (kind, share) -> lines.add(String.format(Locale.ROOT, "%9.4f %s", share, kind)));
      return lines;
    }
  }

  private static final double MILLION = 1e6;
  private static final int TASKS_PER_JOB = 100;
  private static final long SHORTEST_NS = 1_000_000_000L;
  private static final long LONGEST_NS = 9_000_000_000L;
  private static final long DELAY_NS = 1_000_000;
  private static final long START_NS = 1_000_000_000L;

  /** By then tasks have begun to end as often as they start. */
  private static final long SETTLED_NS = START_NS + LONGEST_NS;

  private static final long SELDOM_NS = 3_600_000_000_000L;
  private static final Resources SLOT = new Resources(1_000, 1L << 30);

  private final SlotsPlan plan;
  private final EventCount count = new EventCount();
  private final EndedTasks ended = new EndedTasks();
  private final SimCell cell;
  private final JobStream jobs;
  private final double startSeconds;
  private final double bytesPerSlot;

  private SlotsBench(SlotsPlan plan) {
    this.plan = plan;
    long usedBefore = usedBytes();
    var meter = BenchMeter.start();
    this.cell = cell(plan, plan.kinds() ? count : Observer.NONE);
    cell.simulation().runUntil(START_NS);
    this.startSeconds = meter.read().wallSeconds();
    this.bytesPerSlot = (double) (usedBytes() - usedBefore) / plan.slots();
    this.jobs = new JobStream(cell, ended, job(plan), arrivals(plan), START_NS);
  }

  private static JobSpec job(SlotsPlan plan) {
    return JobSpec.of("bench", StageSpec.of("s", TASKS_PER_JOB, SLOT, List.of("modelled")))
        .withPolicy(plan.policy());
  }

  private static PoissonArrivals arrivals(SlotsPlan plan) {
    return PoissonArrivals.forLoad(
        plan.load(),
        plan.slots(),
        TASKS_PER_JOB,
        (SHORTEST_NS + LONGEST_NS) / 2.0,
        Chance.of(plan.seed(), "arrivals"));
  }

  private SimCell cell(SlotsPlan how, Observer observer) {
    var spec =
        CellSpec.of(how.seed(), how.slots(), SLOT)
            .withSchedulers(how.schedulers())
            .withTiming(Timing.seldom(SELDOM_NS))
            .withSharing(sharing(how.schedulers()));
    var machines = new SlotMachines(Chance.of(how.seed(), "times"));
    return SimCell.calm(spec, SchedulerMaker.PRODUCTION, DELAY_NS, machines, observer, ended);
  }

  private static Sharing sharing(int schedulers) {
    return new Sharing(
        CommitConfig.standard().with(Refresh.standard().withSchedulers(schedulers)),
        new CellConfig(CellRules.standard(), schedulers),
        Routing.BY_NUMBER);
  }

  private record SlotMachines(Chance chance) implements Machines {
    @Override
    public long durationNs(int node, Work work) {
      return chance.nextLong(SHORTEST_NS, LONGEST_NS);
    }
  }

  private static long usedBytes() {
    var memory = ManagementFactory.getMemoryMXBean();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  public static SlotsResult run(SlotsPlan plan) {
    var bench = new SlotsBench(plan);
    bench.jobs.runUntil(past(SETTLED_NS));
    bench.count.clear();
    return bench.result(bench.jobs.measure(past(SETTLED_NS + Math.round(plan.seconds() * 1e9))));
  }

  private static Predicate<Simulation> past(long untilNs) {
    return simulation -> simulation.nowNs() >= untilNs;
  }

  private SlotsResult result(JobStream.StreamMeasurement measured) {
    long tasks = measured.tasks();
    if (tasks == 0) {
      throw new ExperimentFailed("no job ended in the seconds measured; measure more of them");
    }
    var taken = measured.taken();
    return new SlotsResult(
        plan.policy(),
        plan.slots(),
        plan.schedulers(),
        startSeconds,
        bytesPerSlot,
        tasks,
        taken.wallSeconds(),
        taken.cpuSeconds(),
        taken.wallSeconds() * MILLION / tasks,
        measured.eventsPerSecond(),
        (double) measured.events() / tasks,
        (double) taken.bytes() / tasks,
        measured.bytesPerEvent(),
        count.per(tasks),
        "%016x".formatted(cell.simulation().traceHash()));
  }
}
