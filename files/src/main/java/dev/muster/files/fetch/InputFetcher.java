package dev.muster.files.fetch;

import dev.muster.core.actor.Work;
import dev.muster.files.serve.Outputs;
import dev.muster.host.Waits;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;

/**
 * Brings what earlier stages left on other nodes to this one, where it then lies as if their tasks
 * had run here: once for all tasks of a job.
 */
final class InputFetcher implements AutoCloseable {
  /** How many outputs come at the same time; the others wait. */
  static final int MAX_PARALLEL = 8;

  /** Of so many stages it is remembered that all is here; of others it is found out again. */
  static final int MAX_REMEMBERED = 10_000;

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

  private record StageName(long job, String name) {}

  private final Outputs outputs;
  private final Fetcher fetcher;
  private final Sources sources;
  private final Map<StageName, CompletableFuture<Void>> stages = new LinkedHashMap<>();
  private final Semaphore turns = new Semaphore(MAX_PARALLEL);
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("inputs-", 0).factory());

  InputFetcher(Outputs outputs, Fetcher fetcher, Sources sources) {
    this.outputs = outputs;
    this.fetcher = fetcher;
    this.sources = sources;
  }

  /** Done when all that this stage left is here. */
  synchronized CompletableFuture<Void> bring(Work work, String stage) {
    var key = new StageName(work.job(), stage);
    var known = stages.get(key);
    if (known != null && !known.isCompletedExceptionally()) {
      return known;
    }
    stages.remove(key);
    while (stages.size() >= MAX_REMEMBERED) {
      stages.remove(stages.keySet().iterator().next());
    }
    var arrival = begin(() -> bringPatiently(work, stage));
    stages.put(key, arrival);
    return arrival;
  }

  private CompletableFuture<Void> begin(FetchStep step) {
    try {
      return CompletableFuture.runAsync(() -> run(step), threads);
    } catch (RejectedExecutionException closed) {
      return CompletableFuture.failedFuture(new IOException("the node stops", closed));
    }
  }

  private interface FetchStep {
    void run() throws IOException, InterruptedException;
  }

  private static void run(FetchStep step) {
    try {
      step.run();
    } catch (IOException failure) {
      throw new CompletionException(failure);
    } catch (InterruptedException closed) {
      throw new CompletionException(new IOException("the node stops", closed));
    }
  }

  private void bringPatiently(Work work, String stage) throws IOException, InterruptedException {
    outputs.create(work.job(), stage);
    long deadline = System.nanoTime() + sources.patience().toNanos();
    while (true) {
      try {
        bringAll(work, stage);
        return;
      } catch (IOException | CompletionException failure) {
        if (System.nanoTime() - deadline >= 0) {
          throw failure;
        }
        Thread.sleep(BETWEEN_TRIES);
      }
    }
  }

  private void bringAll(Work work, String stage) throws IOException, InterruptedException {
    CompletableFuture.allOf(
            sources.outputs(work, stage).stream()
                .filter(placement -> !outputs.has(placement.output()))
                .map(placement -> begin(() -> bring(placement)))
                .toArray(CompletableFuture<?>[]::new))
        .join();
  }

  private void bring(Sources.OutputHolders placement) throws IOException, InterruptedException {
    turns.acquire();
    try {
      new OutputTransfer(placement, outputs, fetcher).run();
    } finally {
      turns.release();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    Waits.join(threads, CLOSE_LIMIT);
  }
}
