package dev.muster.host.file;

import dev.muster.host.Patience;
import dev.muster.model.Quantity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;

/**
 * Brings contents to a node's cache: each once, however many tasks want it, several side by side.
 */
public final class Fetcher implements AutoCloseable {

  /** How many contents come at the same time; the others wait. */
  public static final int MAX_PARALLEL = 8;

  /** How many contents may be on their way or wait for it. */
  public static final int MAX_FETCHES = 100_000;

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

  /** One content on its way, and all who want it. */
  private record Fetch(Candidates candidates, List<CompletableFuture<Lease>> waiting) {}

  private final FileCache cache;
  private final Duration busyLimit;
  private final BadSources bad = new BadSources();
  private final Map<Content, Fetch> fetches = new LinkedHashMap<>();
  private final Semaphore turns = new Semaphore(MAX_PARALLEL);
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("fetch-", 0).factory());

  public Fetcher(FileCache cache) {
    this(cache, Candidates.BUSY_LIMIT);
  }

  Fetcher(FileCache cache, Duration busyLimit) {
    this.cache = cache;
    this.busyLimit = busyLimit;
  }

  /**
   * The content, from the cache or from one of the sources. Does not block. Whoever gets the lease
   * closes it; a future that is cancelled gets none.
   */
  public CompletableFuture<Lease> fetch(Content content, List<FileSource> sources) {
    var result = new CompletableFuture<Lease>();
    try {
      join(content, sources, result);
    } catch (RejectedExecutionException refused) {
      result.completeExceptionally(new IOException(refused.getMessage(), refused));
    }
    return result;
  }

  private synchronized void join(
      Content content, List<FileSource> sources, CompletableFuture<Lease> result) {
    var fetch = fetches.get(content);
    if (fetch == null) {
      begin(content, sources, result);
    } else {
      fetch.candidates.add(bad.last(content, sources));
      fetch.waiting.add(result);
    }
  }

  private void begin(Content content, List<FileSource> sources, CompletableFuture<Lease> result) {
    if (fetches.size() >= MAX_FETCHES) {
      throw new RejectedExecutionException(
          "the node is at its limit of " + Quantity.formatCount(MAX_FETCHES) + " fetches");
    }
    var fetch = new Fetch(new Candidates(busyLimit), new ArrayList<>(List.of(result)));
    fetch.candidates.add(bad.last(content, sources));
    threads.execute(() -> run(content, fetch));
    fetches.put(content, fetch);
  }

  private void run(Content content, Fetch fetch) {
    try {
      handOut(content, find(content, fetch.candidates));
    } catch (IOException | RuntimeException | Error failure) {
      end(content).forEach(waiting -> waiting.completeExceptionally(failure));
    } catch (InterruptedException closed) {
      var failure = new IOException("the node stops", closed);
      end(content).forEach(waiting -> waiting.completeExceptionally(failure));
    }
  }

  private Lease find(Content content, Candidates candidates)
      throws IOException, InterruptedException {
    var here = cache.find(content);
    if (here.isPresent()) {
      return here.get();
    }
    turns.acquire();
    try (var room = cache.reserve(content)) {
      return new Download(content, candidates, bad).into(room);
    } finally {
      turns.release();
    }
  }

  /** Nobody can join it any more. */
  private synchronized List<CompletableFuture<Lease>> end(Content content) {
    var fetch = fetches.remove(content);
    return fetch == null ? List.of() : fetch.waiting;
  }

  /** Each gets a lease of its own, before the first one ends. */
  private void handOut(Content content, Lease first) {
    try (first) {
      for (var waiting : end(content)) {
        handOut(content, waiting);
      }
    }
  }

  private void handOut(Content content, CompletableFuture<Lease> waiting) {
    var lease = cache.find(content);
    if (lease.isEmpty()) {
      waiting.completeExceptionally(new IOException("it was changed in the node's cache"));
    } else if (!waiting.complete(lease.get())) {
      lease.get().close();
    }
  }

  /** Ends all that is under way; what came so far is gone on with after the next start. */
  @Override
  public void close() {
    threads.shutdownNow();
    Patience.join(threads, CLOSE_LIMIT);
  }
}
