package dev.muster.bench;

import dev.muster.core.event.ClientEvent;
import dev.muster.daemon.CellDaemon;
import dev.muster.daemon.Submission;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Submits jobs of ten tasks to a cell: at a set rate, or so many at a time. */
final class SampledLoad {

  static final int TASKS = 10;

  private static final long SLOWEST_NS = 60_000_000_000L;
  private static final int DIGITS = 3;

  /** So many jobs in a row leave no node out, but for bad luck. */
  private static final int TRIALS = 20;

  private static final int NO_SLOT = -1;
  private static final double MILLI_NS = 1e6;

  /** What was done in a time. */
  record Done(long tasks, double perSecond) {}

  private record Sent(Submission submission, long atNs, int firstSlot) {}

  private final CellDaemon cell;
  private final StampFile stamps;
  private final Resources needs;

  SampledLoad(CellDaemon cell, StampFile stamps, Resources needs) {
    this.cell = cell;
    this.stamps = stamps;
    this.needs = needs;
  }

  static double millis(Histogram times, double percentile) {
    return times.getValueAtPercentile(percentile) / MILLI_NS;
  }

  /** Jobs come at a set rate whatever becomes of them; how long their tasks took to start. */
  Histogram pace(double rate, int seconds, int taskMillis) throws InterruptedException {
    int jobs = (int) Math.ceil(rate * seconds);
    var sent = new ArrayList<Sent>(jobs);
    long startNs = System.nanoTime();
    for (int i = 0; i < jobs; i++) {
      waitUntil(startNs + (long) (i * 1e9 / rate));
      int slot = stamps.take(TASKS);
      var job = job(slot, taskMillis);
      long atNs = System.nanoTime();
      sent.add(new Sent(cell.submit(job, _ -> {}), atNs, slot));
    }
    var times = new Histogram(SLOWEST_NS, DIGITS);
    for (var each : sent) {
      check(each.submission().await());
      for (int i = 0; i < TASKS; i++) {
        long tookNs = stamps.read(each.firstSlot() + i) - each.atNs();
        times.recordValue(Math.clamp(tookNs, 0, SLOWEST_NS));
      }
    }
    return times;
  }

  private static void waitUntil(long tick) throws InterruptedException {
    for (long leftNs = tick - System.nanoTime(); leftNs > 0; leftNs = tick - System.nanoTime()) {
      LockSupport.parkNanos(leftNs);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  /** Whatever job ends lets the next one begin, until the time is over. */
  Done saturate(int atOnce, int seconds, int taskMillis) throws InterruptedException {
    var round = new LoadRound(job(NO_SLOT, taskMillis), seconds, atOnce);
    long startNs = System.nanoTime();
    for (int i = 0; i < atOnce; i++) {
      round.next();
    }
    round.await();
    double took = (System.nanoTime() - startNs) / 1e9;
    long tasks = round.jobs.get() * TASKS;
    return new Done(tasks, tasks / took);
  }

  private final class LoadRound {

    private final JobSpec job;
    private final long endTick;
    private final CountDownLatch open;
    private final AtomicLong jobs = new AtomicLong();
    private final AtomicReference<@Nullable ClientEvent> bad = new AtomicReference<>();

    LoadRound(JobSpec job, int seconds, int atOnce) {
      this.job = job;
      this.endTick = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      this.open = new CountDownLatch(atOnce);
    }

    void next() {
      if (System.nanoTime() - endTick > 0 || bad.get() != null) {
        open.countDown();
      } else {
        var _ = cell.submit(job, this::answered);
      }
    }

    private void answered(ClientEvent answer) {
      switch (answer) {
        case ClientEvent.JobAccepted _, ClientEvent.JobProgress _ -> {}
        default -> {
          if (!succeeded(answer)) {
            bad.set(answer);
          }
          jobs.incrementAndGet();
          next();
        }
      }
    }

    void await() throws InterruptedException {
      open.await();
      var failure = bad.get();
      if (failure != null) {
        check(failure);
      }
    }
  }

  /** Waits until executors are registered everywhere: a call before that fails at once. */
  void awaitExecutors() throws InterruptedException {
    var inRow = new AtomicLong();
    BenchNodes.await(
        "executors at all nodes",
        () -> (trial() ? inRow.incrementAndGet() : reset(inRow)) == TRIALS);
  }

  private static long reset(AtomicLong inRow) {
    inRow.set(0);
    return 0;
  }

  private boolean trial() throws InterruptedException {
    return succeeded(cell.submit(job(NO_SLOT, 0), _ -> {}).await());
  }

  private static boolean succeeded(ClientEvent end) {
    return end instanceof ClientEvent.JobEnded ended
        && ended.report().state() == JobState.SUCCEEDED;
  }

  private static void check(ClientEvent end) {
    if (!succeeded(end)) {
      throw new IllegalStateException("a job did not succeed: " + end);
    }
  }

  private JobSpec job(int firstSlot, int taskMillis) {
    List<String> items = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      items.add((firstSlot == NO_SLOT ? NO_SLOT : firstSlot + i) + " " + taskMillis);
    }
    var function = BenchNodes.PREFIX + ":" + Stamp.class.getName();
    return JobSpec.of("bench", StageSpec.ofFunction("tasks", items, needs, function, List.of()));
  }
}
