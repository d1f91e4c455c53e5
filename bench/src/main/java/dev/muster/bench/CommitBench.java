package dev.muster.bench;

import dev.muster.core.claim.CellEntry.MachineJoined;
import dev.muster.core.claim.Site;
import dev.muster.core.commit.CellRules;
import dev.muster.core.commit.CellState;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many tasks a second schedulers place and commit on one cell, and what that costs as the cell
 * grows.
 *
 * <p>Each scheduler is a thread with a copy of its own: it takes in what changed, finds machines
 * for a batch by randomised first fit, and commits it together with the release of its oldest
 * batch, so that the cell stays as full as it is. The cell is behind one lock, taken once a batch.
 * Decisions are applied at once: there is no log in between.
 */
public final class CommitBench {

  /**
   * @param full the part of the cell's cpu that is claimed
   * @param tasksPerSecond decided and committed, all schedulers together
   * @param cpuNs processor time per task, of all schedulers together
   * @param conflicts claims that were refused, of all that were sent
   * @param noRoom tasks for which the copy had no machine, of all
   */
  public record Throughput(
      int schedulers,
      double full,
      double tasksPerSecond,
      double cpuNs,
      double conflicts,
      double noRoom) {

    private String line() {
      return String.format(
          Locale.ROOT,
          "%d schedulers, %.0f%% full: %,.0f tasks/s committed, %.0f ns of cpu each,"
              + " %.2f%% in conflict",
          schedulers,
          full * 100,
          tasksPerSecond,
          cpuNs,
          conflicts * 100);
    }
  }

  /**
   * @param cpuNs processor time of one scheduler per task, alone in the cell, when it was least
   *     disturbed
   * @param allocatedBytes what it leaves to the garbage collector per task
   */
  public record Cost(int machines, double cpuNs, double allocatedBytes) {

    private String line() {
      return String.format(
          Locale.ROOT,
          "%,d machines: %.0f ns of cpu and %.0f bytes of garbage a task",
          machines,
          cpuNs,
          allocatedBytes);
    }

    private Cost orLess(Cost other) {
      return cpuNs <= other.cpuNs ? this : other;
    }
  }

  /**
   * @param growth how many times the cost in the smallest cell that in the largest is
   */
  public record Result(
      int machines,
      int batch,
      List<Throughput> throughput,
      List<Cost> cost,
      double growth,
      double megabytes) {

    /** As people read it. */
    public List<String> lines() {
      var lines = new ArrayList<String>();
      throughput.forEach(run -> lines.add(run.line()));
      cost.forEach(one -> lines.add(one.line()));
      throughput.stream()
          .max(Comparator.comparingDouble(Throughput::tasksPerSecond))
          .ifPresent(best -> lines.add("most: " + best.line()));
      lines.add(
          String.format(
              Locale.ROOT, "cost grows %.2f times; the cell takes %.0f MB", growth, megabytes));
      return lines;
    }
  }

  /** What is measured, and for how long each time. */
  public record Plan(
      int machines,
      int batch,
      List<Integer> schedulers,
      List<Double> full,
      List<Integer> sizes,
      double seconds,
      long seed) {}

  static final Resources TASK = new Resources(1_000, 2L << 30);
  static final int TASKS_PER_MACHINE = 4;

  private static final Resources MACHINE = new Resources(4_000, 16L << 30);
  private static final int MACHINES_PER_RACK = 40;
  private static final int PARTITIONS = 16;
  private static final double COST_FULL = 0.6;

  /** How often the cost in each size is taken; the least counts. */
  private static final int COST_ROUNDS = 5;

  private static final double NS = 1e9;

  private final CellState cell = new CellState(CellRules.standard());
  private final ReentrantLock lock = new ReentrantLock();
  private final Plan plan;

  private CommitBench(Plan plan, int machines) {
    this.plan = plan;
    int partitions = Math.min(PARTITIONS, machines);
    for (int machine = 0; machine < machines; machine++) {
      int partition = (int) ((long) machine * partitions / machines);
      var site = new Site(machine / MACHINES_PER_RACK, partition, 0);
      cell.apply(new MachineJoined(machine, MACHINE, site));
    }
  }

  public static Result run(Plan plan) {
    var throughput = new ArrayList<Throughput>();
    double megabytes = 0;
    for (double full : plan.full()) {
      for (int schedulers : plan.schedulers()) {
        var bench = new CommitBench(plan, plan.machines());
        throughput.add(bench.throughput(schedulers, full));
        megabytes = Math.max(megabytes, bench.cell.bytes() / 1e6);
      }
    }
    var cost = costs(plan);
    double growth = cost.getLast().cpuNs() / cost.getFirst().cpuNs();
    return new Result(plan.machines(), plan.batch(), throughput, cost, growth, megabytes);
  }

  private Throughput throughput(int count, double full) {
    var schedulers = schedulers(count, full);
    turn(schedulers);
    schedulers.forEach(BenchScheduler::forgetCounts);
    long startNs = System.nanoTime();
    turn(schedulers);
    double seconds = (System.nanoTime() - startNs) / NS;
    double committed = sum(schedulers, BenchScheduler.Count.COMMITTED);
    double conflicts = sum(schedulers, BenchScheduler.Count.REFUSED);
    double noRoom = sum(schedulers, BenchScheduler.Count.NO_ROOM);
    return new Throughput(
        count,
        full,
        committed / seconds,
        sum(schedulers, BenchScheduler.Count.CPU_NS) / committed,
        conflicts / (committed + conflicts),
        noRoom / (committed + conflicts + noRoom));
  }

  private static double sum(List<BenchScheduler> schedulers, BenchScheduler.Count count) {
    return schedulers.stream().mapToLong(one -> one.count(count)).sum();
  }

  /** Together they fill the cell, in equal parts of whole tasks. */
  private List<BenchScheduler> schedulers(int count, double full) {
    var schedulers = new ArrayList<BenchScheduler>();
    long tasks = (long) (cell.machines() * TASKS_PER_MACHINE * full / count);
    for (int owner = 0; owner < count; owner++) {
      var scheduler = new BenchScheduler(cell, lock, owner, plan.batch(), plan.seed());
      scheduler.fill(tasks);
      schedulers.add(scheduler);
    }
    return schedulers;
  }

  /** All at once, for as long as is measured. */
  private void turn(List<BenchScheduler> schedulers) {
    long durationNs = (long) (plan.seconds() * NS);
    var start = new CyclicBarrier(schedulers.size());
    var threads = new ArrayList<Thread>();
    for (var scheduler : schedulers) {
      threads.add(Thread.ofPlatform().start(() -> turn(scheduler, start, durationNs)));
    }
    threads.forEach(CommitBench::await);
  }

  private static void turn(BenchScheduler scheduler, CyclicBarrier start, long durationNs) {
    try {
      start.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException("a scheduler did not start", e);
    }
    scheduler.runUntil(System.nanoTime() + durationNs);
  }

  private static void await(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while schedulers ran", e);
    }
  }

  /** All sizes by turns, so that what else the machine does meets them alike. */
  private static List<Cost> costs(Plan plan) {
    var schedulers = plan.sizes().stream().map(size -> alone(plan, size)).toList();
    var least = new ArrayList<Cost>();
    for (int at = 0; at < schedulers.size(); at++) {
      least.add(cost(schedulers.get(at), plan, plan.sizes().get(at)));
    }
    for (int round = 1; round < COST_ROUNDS; round++) {
      for (int at = 0; at < least.size(); at++) {
        var again = cost(schedulers.get(at), plan, plan.sizes().get(at));
        least.set(at, again.orLess(least.get(at)));
      }
    }
    return least;
  }

  private static BenchScheduler alone(Plan plan, int machines) {
    return new CommitBench(plan, machines).schedulers(1, COST_FULL).getFirst();
  }

  private static Cost cost(BenchScheduler scheduler, Plan plan, int machines) {
    scheduler.forgetCounts();
    scheduler.runUntil(System.nanoTime() + (long) (plan.seconds() * NS));
    double tasks = scheduler.count(BenchScheduler.Count.COMMITTED);
    return new Cost(
        machines,
        scheduler.count(BenchScheduler.Count.CPU_NS) / tasks,
        scheduler.count(BenchScheduler.Count.ALLOCATED_BYTES) / tasks);
  }
}
