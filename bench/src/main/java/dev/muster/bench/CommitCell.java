package dev.muster.bench;

import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.Site;
import dev.muster.core.master.state.cell.CellRules;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A cell behind one lock, and the schedulers that fill it in equal parts of whole tasks. */
final class CommitCell {

  static final Resources TASK = new Resources(1_000, 2L << 30);

  private static final int TASKS_PER_MACHINE = 4;
  private static final Resources MACHINE = new Resources(4_000, 16L << 30);
  private static final int MACHINES_PER_RACK = 40;
  private static final int PARTITIONS = 16;
  private static final double NS = 1e9;

  /** What all schedulers together did in one turn. */
  record Sample(
      double seconds, long committed, long rejected, long noRoom, long cpuNs, long allocatedBytes) {

    double tasksPerSecond() {
      return committed / seconds;
    }

    double cpuNsPerTask() {
      return (double) cpuNs / atLeastOne(committed);
    }

    double bytesPerTask() {
      return (double) allocatedBytes / atLeastOne(committed);
    }

    double conflicts() {
      return (double) rejected / atLeastOne(committed + rejected);
    }

    double withoutRoom() {
      return (double) noRoom / atLeastOne(committed + rejected + noRoom);
    }

    private static long atLeastOne(long count) {
      return Math.max(1, count);
    }
  }

  private final CellState cell = new CellState(CellRules.standard());
  private final ReentrantLock lock = new ReentrantLock();
  private final List<BenchScheduler> schedulers = new ArrayList<>();

  CommitCell(CommitBench.CommitPlan plan, int machines, int count, double full) {
    int partitions = Math.min(PARTITIONS, machines);
    for (int machine = 0; machine < machines; machine++) {
      int partition = (int) ((long) machine * partitions / machines);
      var site = new Site(machine / MACHINES_PER_RACK, partition, 0);
      cell.apply(new MachineJoined(machine, MACHINE, site));
    }
    long tasks = (long) ((double) machines * TASKS_PER_MACHINE * full / count);
    for (int owner = 0; owner < count; owner++) {
      var scheduler = new BenchScheduler(cell, lock, owner, plan.batch(), plan.seed());
      scheduler.fill(tasks);
      schedulers.add(scheduler);
    }
  }

  double megabytes() {
    return cell.bytes() / 1e6;
  }

  /** All at once, for so long. */
  Sample turn(long durationNs) {
    schedulers.forEach(BenchScheduler::forgetCounts);
    var start = new CyclicBarrier(schedulers.size());
    var threads = new ArrayList<Thread>();
    var broken = new AtomicReference<@Nullable Throwable>();
    long startNs = System.nanoTime();
    for (var scheduler : schedulers) {
      threads.add(
          Thread.ofPlatform()
              .uncaughtExceptionHandler((_, failure) -> broken.set(failure))
              .start(() -> turn(scheduler, start, durationNs)));
    }
    threads.forEach(CommitCell::await);
    if (broken.get() != null) {
      throw new IllegalStateException("a scheduler broke", broken.get());
    }
    return sample((System.nanoTime() - startNs) / NS);
  }

  private Sample sample(double seconds) {
    return new Sample(
        seconds,
        sum(BenchScheduler.BenchCounter.COMMITTED),
        sum(BenchScheduler.BenchCounter.REJECTED),
        sum(BenchScheduler.BenchCounter.NO_ROOM),
        sum(BenchScheduler.BenchCounter.CPU_NS),
        sum(BenchScheduler.BenchCounter.ALLOCATED_BYTES));
  }

  private long sum(BenchScheduler.BenchCounter count) {
    return schedulers.stream().mapToLong(one -> one.count(count)).sum();
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
}
