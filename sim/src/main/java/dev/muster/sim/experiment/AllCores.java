package dev.muster.sim.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Parts of an experiment that know nothing of each other, on all cores at once.
 *
 * <p>Results stand in the order of the parts: nothing depends on which of them ends first.
 */
public final class AllCores {

  /** Something that one thread does by itself. */
  @FunctionalInterface
  public interface Part<T> {
    T run(Experiment.Progress progress);
  }

  private final int threads;

  public AllCores() {
    this(Runtime.getRuntime().availableProcessors());
  }

  AllCores(int threads) {
    this.threads = threads;
  }

  int threads() {
    return threads;
  }

  /** Runs all of them; the first failure ends the rest. */
  public <T> List<T> run(List<? extends Part<T>> parts, Experiment.Progress progress) {
    var share = new SharedProgress(parts.size(), progress);
    var pool = Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().factory());
    try {
      return gather(pool, parts, share);
    } finally {
      pool.shutdownNow();
    }
  }

  /** Waits for whichever ends next, so that a failure is heard at once. */
  private static <T> List<T> gather(
      ExecutorService pool, List<? extends Part<T>> parts, SharedProgress share) {
    var ended = new ExecutorCompletionService<T>(pool);
    List<Future<T>> results = new ArrayList<>();
    for (int index = 0; index < parts.size(); index++) {
      var part = parts.get(index);
      var progress = share.part(index);
      results.add(ended.submit(() -> part.run(progress)));
    }
    try {
      for (int count = 0; count < parts.size(); count++) {
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
