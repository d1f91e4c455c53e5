package dev.muster.files.fetch;

import dev.muster.core.actor.Work;
import dev.muster.files.serve.Outputs;
import dev.muster.host.Waits;
import dev.muster.model.Edge;
import dev.muster.model.RunResult.LostInputs;
import dev.muster.model.Tier;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * Brings what earlier stages left on other nodes to this one, where it then lies as if their tasks
 * had run here: once for all tasks of a job.
 */
final class InputFetcher implements AutoCloseable {
  static final int MAX_PARALLEL = 8;

  /** Of so many inputs it is remembered that they are here; of others it is found out again. */
  static final int MAX_REMEMBERED = 10_000;

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

  private static final int ALL = -1;

  private record WantedInput(long job, String stage, int index) {}

  private record Arrival(CompletableFuture<Void> done, TransferTurns.Urgency urgency) {}

  private final Outputs outputs;
  private final Fetcher fetcher;
  private final Sources sources;
  private final Map<WantedInput, Arrival> arrivals = new LinkedHashMap<>();
  private final TransferTurns turns = new TransferTurns(MAX_PARALLEL);
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("inputs-", 0).factory());

  InputFetcher(Outputs outputs, Fetcher fetcher, Sources sources) {
    this.outputs = outputs;
    this.fetcher = fetcher;
    this.sources = sources;
  }

  /**
   * Done when the outputs are here on which the task depends by this edge; those of guaranteed
   * tasks come first.
   */
  synchronized CompletableFuture<Void> bring(Work work, Edge edge, Tier tier) {
    int index = edge.isOneToOne() ? work.index() : ALL;
    var key = new WantedInput(work.job(), edge.stage(), index);
    var known = arrivals.get(key);
    if (known != null
        && !known.done.isCompletedExceptionally()
        && isStillHere(known.done, work, edge)) {
      turns.hurry(known.urgency, tier);
      return known.done;
    }
    arrivals.remove(key);
    while (arrivals.size() >= MAX_REMEMBERED) {
      arrivals.remove(arrivals.keySet().iterator().next());
    }
    var urgency = new TransferTurns.Urgency(tier);
    var done = begin(() -> bringPatiently(work, edge, urgency));
    arrivals.put(key, new Arrival(done, urgency));
    return done;
  }

  /** Somebody may have emptied the disk since. */
  private boolean isStillHere(CompletableFuture<Void> known, Work work, Edge edge) {
    return !known.isDone() || outputs.isCreated(work.job(), edge.stage());
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

  /** Waiting helps where a holder does not answer, and not where an output is lost. */
  private void bringPatiently(Work work, Edge edge, TransferTurns.Urgency urgency)
      throws IOException, InterruptedException {
    outputs.create(work.job(), edge.stage());
    long deadline = System.nanoTime() + sources.patience().toNanos();
    while (true) {
      try {
        bringAll(work, edge, urgency);
        return;
      } catch (IOException | CompletionException failure) {
        boolean isLost = failure instanceof InputsMissing missing && !missing.lost().isNone();
        if (isLost || System.nanoTime() - deadline >= 0) {
          throw failure;
        }
        Thread.sleep(BETWEEN_TRIES);
      }
    }
  }

  private void bringAll(Work work, Edge edge, TransferTurns.Urgency urgency)
      throws IOException, InterruptedException {
    var absent =
        sources.outputs(work, edge).stream()
            .filter(placement -> !outputs.has(placement.output()))
            .toList();
    checkNoneGone(edge.stage(), absent);
    CompletableFuture.allOf(
            absent.stream()
                .map(placement -> begin(() -> bring(placement, urgency)))
                .toArray(CompletableFuture<?>[]::new))
        .join();
  }

  /** What should lie here and does not is lost. */
  private static void checkNoneGone(String stage, List<Sources.OutputHolders> absent)
      throws InputsMissing {
    var gone =
        absent.stream()
            .filter(placement -> placement.holders().isEmpty())
            .map(placement -> placement.output().index())
            .toList();
    if (!gone.isEmpty()) {
      throw new InputsMissing(
          "the output of %s[%d] was here, and is gone".formatted(stage, gone.getFirst()),
          new LostInputs(stage, gone));
    }
  }

  private void bring(Sources.OutputHolders placement, TransferTurns.Urgency urgency)
      throws IOException, InterruptedException {
    turns.take(urgency);
    try {
      var tier = turns.yields(urgency) ? Tier.OPPORTUNISTIC : Tier.GUARANTEED;
      new OutputTransfer(placement, outputs, fetcher, tier).run();
    } finally {
      turns.giveBack();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    Waits.join(threads, CLOSE_LIMIT);
  }
}
