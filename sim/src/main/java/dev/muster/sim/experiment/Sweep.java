package dev.muster.sim.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Points of lines, each run by one thread from its own seed, on all cores at once.
 *
 * <p>Results stand in the order of the points: nothing depends on which of them ends first.
 *
 * @param <R> what a run comes to
 */
public final class Sweep<R> {

  /** Runs a point. */
  @FunctionalInterface
  public interface PointRunner<R> {
    R run(PointRun point);
  }

  /** A point of a line. */
  record SweepPoint(String line, double x) {}

  /**
   * How far the whole must have moved before progress is reported: points report after every job.
   */
  private static final double STEP = 0.0005;

  private final Findings findings;
  private final int threads;
  private final List<SweepPoint> points = new ArrayList<>();
  private final List<PointRunner<R>> runners = new ArrayList<>();
  private double doneSum;
  private double reported = -1;

  Sweep(Findings findings) {
    this(findings, Runtime.getRuntime().availableProcessors());
  }

  Sweep(Findings findings, int threads) {
    this.findings = findings;
    this.threads = threads;
  }

  private synchronized void moved(double by) {
    if (Thread.currentThread().isInterrupted()) {
      throw new ExperimentFailed("another part of the experiment failed");
    }
    doneSum += by;
    double all = Math.min(1, doneSum / points.size());
    if (all >= reported + STEP && all < 1) {
      reported = all;
      findings.progress(all);
    }
  }

  public void add(String line, double x, PointRunner<R> runner) {
    points.add(new SweepPoint(line, x));
    runners.add(runner);
  }

  /** Runs all points; the first failure ends the rest. */
  public Swept<R> run() {
    List<PointRun> runs = runners.stream().map(_ -> new PointRun(this::moved)).toList();
    var pool = Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().factory());
    try {
      var ended = new ExecutorCompletionService<R>(pool);
      List<Future<R>> results = new ArrayList<>();
      for (int index = 0; index < runs.size(); index++) {
        var runner = runners.get(index);
        var run = runs.get(index);
        results.add(ended.submit(() -> runner.run(run)));
      }
      for (int count = 0; count < runs.size(); count++) {
        ended.take().get(); // whichever ends next, so that a failure ends the sweep at once
      }
      runs.forEach(run -> run.traces().forEach(findings::add));
      findings.progress(1);
      return new Swept<>(points, results.stream().map(Future::resultNow).toList(), threads);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExperimentFailed("the experiment was interrupted");
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private static RuntimeException failure(@Nullable Throwable cause) {
    return switch (cause) {
      case RuntimeException failure -> failure;
      case Error error -> throw error;
      case null, default -> new IllegalStateException(cause);
    };
  }
}
