package dev.muster.sim.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs that know nothing of each other, on several threads.
 *
 * <p>Results stand in the order of the runs: nothing depends on which of them ends first.
 */
public final class Parallel {

  private Parallel() {}

  /** On all cores; the first failure ends the rest. */
  public static <T> List<T> onAllCores(
      List<Function<Experiment.Progress, T>> runs, Experiment.Progress progress) {
    return on(Runtime.getRuntime().availableProcessors(), runs, progress);
  }

  static <T> List<T> on(
      int threads, List<Function<Experiment.Progress, T>> runs, Experiment.Progress progress) {
    var share = new SharedProgress(runs.size(), progress);
    var pool = Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().factory());
    try {
      return gather(pool, runs, share);
    } finally {
      pool.shutdownNow();
    }
  }

  /** Waits for whichever ends next, so that a failure is heard at once. */
  private static <T> List<T> gather(
      ExecutorService pool, List<Function<Experiment.Progress, T>> runs, SharedProgress share) {
    var ended = new ExecutorCompletionService<T>(pool);
    List<Future<T>> results = new ArrayList<>();
    for (int index = 0; index < runs.size(); index++) {
      var run = runs.get(index);
      var part = share.part(index);
      results.add(ended.submit(() -> run.apply(part)));
    }
    try {
      for (int count = 0; count < runs.size(); count++) {
        ended.take().get();
      }
      return results.stream().map(Future::resultNow).toList();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExperimentFailed("the experiment was interrupted");
    } catch (ExecutionException e) {
      throw failure(e.getCause());
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
