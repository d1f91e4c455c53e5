package dev.muster.sim.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Many trials that know nothing of each other, on all cores at once.
 *
 * <p>Each is simulated by one thread from its own seed, and results stand in the order in which the
 * trials were added: nothing depends on which of them ends first.
 */
public final class Sweep {

  private final List<Supplier<Trial>> trials = new ArrayList<>();
  private final List<Swept.Place> places = new ArrayList<>();
  private final int threads;

  /** On all cores. */
  public Sweep() {
    this(Runtime.getRuntime().availableProcessors());
  }

  Sweep(int threads) {
    this.threads = threads;
  }

  /**
   * Adds the trial for a point of a line.
   *
   * @param trial makes it when its turn has come
   */
  public void add(String line, double x, Supplier<Trial> trial) {
    trials.add(trial);
    places.add(new Swept.Place(line, x));
  }

  /** Runs all of them; the first failure ends the rest. */
  public Swept run(Experiment.Progress progress) {
    long startedNs = System.nanoTime();
    var share = new SharedProgress(trials.size(), progress);
    var pool = Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().factory());
    try {
      var outcomes = gather(pool, share);
      double wallSeconds = (System.nanoTime() - startedNs) / 1e9;
      return new Swept(places, outcomes, threads, wallSeconds);
    } finally {
      pool.shutdownNow();
    }
  }

  /** Waits for whichever ends next, so that a failure is heard at once. */
  private List<Outcome> gather(ExecutorService pool, SharedProgress share) {
    var ended = new ExecutorCompletionService<Outcome>(pool);
    List<Future<Outcome>> results = new ArrayList<>();
    for (int index = 0; index < trials.size(); index++) {
      var trial = trials.get(index);
      var part = share.part(index);
      results.add(ended.submit(() -> trial.get().run(part)));
    }
    try {
      for (int count = 0; count < trials.size(); count++) {
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
